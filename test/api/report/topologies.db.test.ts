/** Over a real PostgreSQL, with the engine's core in memory: what runs of each topology leave in their report (console 5). */
import { objective } from '../../support/played/and-or.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const good = { text: 'good', verdict: 'pass' } as const;
const bad = { text: 'bad', verdict: 'retry' } as const;

type Script = Parameters<typeof api.runs.script>[0];

async function started(script: Script, definition: object): Promise<string> {
  api.runs.script(script);
  const answer = await api.post('/v1/runs', { workflow: { definition } });
  expect([answer.statusCode, answer.json().detail]).toEqual([201, undefined]);
  return answer.json().id;
}

async function reports(id: string) {
  const [html, again, md] = await Promise.all(
    ['html', 'html', 'md'].map(async (format) => (await api.get(`/v1/runs/${id}/report?format=${format}`)).body),
  );
  expect(again === html).toBe(true);
  return { html: html ?? '', md: md ?? '' };
}

const step = (id: string, requires: readonly string[] = [], more: object = {}) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Write ${id}.` },
  guard: { use: 'not-empty' },
  ...more,
});

test('a dag tells its way back: from where, where to, what it reset, what came of it, and what was injected', async () => {
  const recovery = { rMax: 3, rPatience: 2, eMax: 1, backtrackTo: ['plan'] };
  const script = { plan: [good, { text: 'better', verdict: 'pass' }], code: [bad, bad, good] } as const;
  const id = await started(script, aDocument({ steps: [step('plan'), step('code', ['plan'], { recovery })] }));
  const { html, md } = await reports(id);
  for (const report of [html, md]) {
    expect(report).toMatch(/code, epoch 1, failed at \S+, so the run went back to plan; made anew: plan, code/);
    expect(report).toMatch(/something else came of plan; it passed then/);
    expect(report).toMatch(/plan, epoch \d, was told why code, epoch 1 failed/);
  }
  expect(html).toContain('<ins>+better</ins>');
});

test('a correction is told with who made it, why, and what is made anew', async () => {
  const id = await started({ draft: [good, good] }, aDocument({ steps: [step('draft'), step('review', ['draft'])] }));
  const change = { type: 'bindings_override', description: 'my <own>', bindings: { draft: { content: 'mine' } } };
  expect((await api.post(`/v1/runs/${id}/redirect`, change)).statusCode).toBe(202);
  const { html, md } = await reports(id);
  for (const report of [html, md]) expect(report).toMatch(/bindings(?: |\\_)override rdr/);
  expect(html).toContain('my &lt;own>');
  expect(md).toContain('my <own>');
  expect(html).toMatch(/<dt>By<\/dt><dd><bdi>anonymous<\/bdi>/);
});

test('a search tells what each choice came to, and which one settled the group', async () => {
  const definition = aDocument({
    topology: 'and-or',
    objective: objective('login'),
    orGroups: { auth: { choices: ['jwt', 'session'] } },
    steps: [step('jwt'), step('session'), step('login', ['auth'])],
  });
  const { html, md } = await reports(await started({ jwt: [good], login: [good] }, definition));
  for (const report of [html, md]) {
    expect(report).toContain('of auth, jwt: won');
    expect(report).toContain('of auth, session: untried');
    expect(report).toContain('jwt settled auth.');
  }
});

test('a state machine tells its turns and its moves', async () => {
  const { name } = aDocument();
  const definition = {
    name,
    workflow: {
      state_machine: {
        states: ['observing', 'done'],
        initial_state: 'observing',
        final_states: ['done'],
        transitions: [{ from: 'observing', to: 'done' }],
      },
      steps: [{ name: 'observe', type: 'llm', in_state: 'observing', prompt: 'Look.', transition_to: 'done' }],
    },
  };
  const id = await started({ observe: [good] }, definition);
  const move = { type: 'dag_adjustment', description: 'Enough was seen.', state: 'done' };
  expect((await api.post(`/v1/runs/${id}/redirect`, move)).statusCode).toBe(202);
  const { html, md } = await reports(id);
  for (const report of [html, md]) {
    expect(report).toContain('Turn 1 begins in state observing.');
    expect(report).toMatch(/anonymous moved [^.]*observing to done/);
  }
});
