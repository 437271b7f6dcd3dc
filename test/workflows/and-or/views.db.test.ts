// A real PostgreSQL, the simulated models, the API in process: what a search shows of itself.
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, objective, searching } from '../../support/played/and-or.ts';

const dsap = useSearches(startInProcess);

/** jwt has failed, session is under way, login waits for one of them. */
async function halfway(): Promise<string> {
  const steps = [
    atom('base'),
    atom('jwt', { requires: ['base'], guard: failing(9), recovery: { rMax: 0 } }),
    atom('session', { requires: ['base'] }),
    atom('login', { requires: ['auth'] }),
  ];
  const facts = { orGroups: { auth: { choices: ['jwt', 'session'] } }, objective: objective('login') };
  const id = await dsap.start(searching(steps, facts, { session: [{ text: 'in time', delay: '2s' }] }));
  await dsap.generating(id, 'session');
  return id;
}

test('S1-2.5-a, S1-4.1-a, S1-4.1-b, S1-4.1-d, S1-4.1-e, S1-4.1-f, S1-4.2-a, S1-4.2-b, S1-4.4-b: one document says what completes it, what is left, and where to go back to', async () => {
  const id = await halfway();
  const state = await dsap.state(id);
  expect(state.objective).toEqual(objective('login'));
  expect(state.unresolved).toEqual(['login', 'auth']);
  expect(state.graph).toMatchObject({
    steps: [
      { id: 'base', requires: [] },
      { id: 'jwt', requires: ['base'] },
      { id: 'session', requires: ['base'] },
      { id: 'login', requires: ['auth'] },
    ],
    groups: [{ id: 'auth', choices: ['jwt', 'session'], selected: ['session'], failed: ['jwt'], winner: null }],
  });
  expect(state.trail.at(-1)).toMatchObject({ type: 'or_selected', orGroup: 'auth', selected: 'session' });
  expect(state).toMatchObject({
    status: 'running',
    baseCase: { passed: false, verifying: false },
    missing: [],
    control: { stopRequested: false, stopReason: null, redirectRequested: false },
    corrections: [],
  });
  expect(Object.keys(state.bindings)).toEqual(['base']);
  await dsap.stop(id);
});

test('S1-4.3-a, S1-4.4-a: bindings and Trail are pages, the newest entry of the Trail first', async () => {
  const id = await halfway();
  const page = await dsap.get(`/v1/runs/${id}/trail?limit=2`);
  expect(page).toMatchObject({
    data: [
      { type: 'or_selected', orGroup: 'auth', selected: 'session', epoch: 1 },
      {
        type: 'or_failed',
        orGroup: 'auth',
        selected: 'jwt',
        reason: expect.stringContaining('jwt'),
        timestamp: expect.any(String),
      },
    ],
    page: { hasMore: true },
  });
  const { data } = await dsap.get(`/v1/runs/${id}/trail?limit=2&cursor=${page.page.nextCursor}`);
  expect(data).toMatchObject([{ type: 'or_selected', selected: 'jwt' }]);
  expect(await dsap.get(`/v1/runs/${id}/bindings`)).toMatchObject({
    data: [
      { step: 'base', summary: 'what base made', source: 'generated', artifactId: expect.stringMatching(/^art_/) },
    ],
    page: { hasMore: false },
  });
  await dsap.stop(id);
});

test('S1-1-b, S1-5-a, S1-5-b, S1-5-c: the trace tells each tick: what was observed, done, and verified, with evidence', async () => {
  const id = await dsap.start(
    searching([atom('a'), atom('b', { requires: ['a'] })], {
      objective: objective('', {
        baseCase: { all: ['a', 'b'].map((on) => ({ guard: { use: 'contains', with: { text: on } }, on })) },
      }),
    }),
  );
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const trace = await dsap.trace(id);
  expect(
    trace.map(({ action, step, unresolved, passed }) => [
      action,
      step ?? passed,
      ...(unresolved === undefined ? [] : [unresolved]),
    ]),
  ).toEqual([
    ['VERIFY-BASE-CASE', false],
    ['OBSERVE', 'a', 2],
    ['QUERY-LLM', 'a'],
    ['EXECUTE-GUARD', 'a'],
    ['ADVANCE-STATE', 'a'],
    ['VERIFY-BASE-CASE', false],
    ['OBSERVE', 'b', 1],
    ['QUERY-LLM', 'b'],
    ['EXECUTE-GUARD', 'b'],
    ['ADVANCE-STATE', 'b'],
    ['VERIFY-BASE-CASE', true],
    ['REPLY-TO-USER', undefined],
  ]);
  const { artifactId } = trace.filter(({ action }) => action === 'VERIFY-BASE-CASE').at(-1) ?? {};
  expect(await dsap.get(`/v1/artifacts/${String(artifactId)}/content`)).toMatchObject({
    passed: true,
    evidence: [{}, {}],
    failures: [],
  });
});

test('S1-4.2-a: the graph as JSON and as Mermaid shows groups, and what became of each choice', async () => {
  const id = await halfway();
  const graph = await dsap.get(`/v1/runs/${id}/graph`);
  expect(graph.nodes).toMatchObject([
    { id: 'base', kind: 'step', status: 'satisfied' },
    { id: 'jwt', status: 'failed', orGroup: 'auth' },
    { id: 'session', status: 'trying', orGroup: 'auth', running: true },
    { id: 'login', status: 'unsatisfied' },
    { id: 'auth', kind: 'group', status: 'unsatisfied' },
  ]);
  expect(graph.edges).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ from: 'jwt', to: 'auth', optional: true }),
      expect.objectContaining({ from: 'auth', to: 'login', optional: false }),
    ]),
  );
  const { body } = await dsap.send('GET', `/v1/runs/${id}/graph?format=mermaid`);
  expect(body).toContain('auth<br/>unsatisfied');
  await dsap.stop(id);
});

test('S1-7.4.1: probe, then workers, then the verification: as the trace tells it', async () => {
  const probe = JSON.stringify({ feasible: true, findings: 'It can.', cost_estimate: 1 });
  const done = JSON.stringify({ success: true, bindings_delta: {}, artifacts: [] });
  const steps = [
    atom('look', { role: 'probe' }),
    ...['one', 'two'].map((id) => atom(id, { role: 'worker', requires: ['look'] })),
  ];
  const facts = {
    objective: objective('', { baseCase: { all: ['one', 'two'].map((on) => ({ guard: { use: 'json' }, on })) } }),
  };
  const id = await dsap.start(searching(steps, facts, { look: [probe], one: [done], two: [done] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const told = (await dsap.trace(id)).filter(({ action }) => action === 'QUERY-LLM' || action === 'VERIFY-BASE-CASE');
  const moves = told.map(({ action, step, passed }) => step ?? [action, passed]);
  expect(moves.slice(0, 5)).toEqual([['VERIFY-BASE-CASE', false], 'look', ['VERIFY-BASE-CASE', false], 'one', 'two']);
  // Workers that answer in one moment are verified once.
  expect(moves.at(-1)).toEqual(['VERIFY-BASE-CASE', true]);
  const { data } = await dsap.get(`/v1/runs/${id}/steps`);
  expect(data.map(({ id: step, role }: { id: string; role: string }) => [step, role])).toEqual([
    ['look', 'probe'],
    ['one', 'worker'],
    ['two', 'worker'],
  ]);
});
