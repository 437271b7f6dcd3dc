/** Over a real PostgreSQL, with the engine's core in memory: redirects as people send them (api 4). */
import { EngineUnavailable } from '../../../src/api/run-client.ts';
import { objective } from '../../support/played/and-or.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const careful = useApp({ requireIfMatch: true });

const step = (id: string, requires: readonly string[] = []) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Write ${id}.` },
  guard: { use: 'not-empty' },
});
const PASSING = { text: 'ok', verdict: 'pass' as const };

/** draft → review → publish; `passed` of them are done, the next one is under way. */
async function chain(passed: 0 | 1 | 2 | 3 = 0, facts: object = {}): Promise<string> {
  const ids = ['draft', 'review', 'publish'];
  api.runs.script(Object.fromEntries(ids.slice(0, passed).map((id) => [id, [PASSING, PASSING, PASSING]])));
  const steps = [step('draft'), step('review', ['draft']), step('publish', ['review'])];
  const definition = aDocument({ specification: 'Be brief.', steps, ...facts });
  const answer = await api.post('/v1/runs', { workflow: { definition } });
  return answer.json().id;
}

const redirect = (id: string, body: object, headers = {}) => api.post(`/v1/runs/${id}/redirect`, body, headers);
const stateOf = async (id: string) => (await api.get(`/v1/runs/${id}/state`)).json();

test('S1-3.4-h, S1-4.1-k: each of the four is applied, answered 202, and kept in corrections with who and when', async () => {
  const id = await chain(1);
  const changes = [
    { type: 'objective_change', description: 'another tone', specification: 'Be kind.' },
    { type: 'dag_adjustment', description: 'one more', add: [step('translate', ['draft'])], remove: ['publish'] },
    {
      type: 'constraint_change',
      description: 'shorter',
      constraints: 'At most ten words.',
      budgets: { maxAttempts: 9 },
    },
    { type: 'bindings_override', description: 'my own', bindings: { draft: { content: 'mine' } } },
  ];
  for (const change of changes) {
    const answer = await redirect(id, change);
    expect([answer.statusCode, answer.json()]).toEqual([202, { runId: id, status: 'running', changed: true }]);
  }
  const state = await stateOf(id);
  expect(state.corrections).toEqual(
    changes.map(({ type, description }) => ({
      id: expect.stringMatching(/^rdr_/),
      timestamp: expect.any(String),
      type,
      description,
      trailCleared: type === 'objective_change',
      actor: 'anonymous',
      outcome: 'applied',
    })),
  );
  expect(state.graph.steps.map((one: { id: string }) => one.id)).toEqual(['draft', 'review', 'translate']);
  expect(state.graph.goal).toEqual(['draft', 'review', 'translate']);
  expect(state.budgets).toMatchObject({ maxAttempts: 9 });
  expect(state.trail).toMatchObject([{ type: 'user_correction', epoch: 2, reason: 'one more' }]);
  const corrections = (await api.get(`/v1/runs/${id}/corrections?limit=3`)).json();
  expect(corrections.page.hasMore).toBe(true);
  expect(corrections.data.map(({ type }: { type: string }) => type)).toEqual(
    changes
      .map(({ type }) => type)
      .toReversed()
      .slice(0, 3),
  );
  expect((await api.get(`/v1/runs/${id}/trail`)).json().data).toHaveLength(1);
  expect((await api.get(`/v1/runs/${id}/bindings`)).json().data).toMatchObject([
    { step: 'draft', summary: 'mine', source: 'human' },
  ]);
  const events = (await api.get(`/v1/runs/${id}/events?limit=200`)).json().data;
  expect(events.filter(({ type }: { type: string }) => type === 'run.redirected')).toHaveLength(4);
  const trace = (await api.get(`/v1/runs/${id}/trace?limit=200`)).json().data;
  expect(trace.filter(({ action }: { action: string }) => action === 'REDIRECT')).toHaveLength(4);
});

test('S3-D5-b: the steps, their texts and the graph are those of the corrected definition; the definition itself stays as it is', async () => {
  const id = await chain(1);
  const before = (await api.get(`/v1/runs/${id}`)).json();
  const added = { ...step('translate', ['draft']), title: 'Into French' };
  await redirect(id, { type: 'dag_adjustment', description: 'more', add: [added] });
  const steps = (await api.get(`/v1/runs/${id}/steps`)).json().data;
  expect(steps.at(-1)).toMatchObject({ id: 'translate', title: 'Into French', requires: ['draft'] });
  expect((await api.get(`/v1/runs/${id}/graph?format=mermaid`)).body).toContain('translate');
  const run = (await api.get(`/v1/runs/${id}`)).json();
  expect(run.workflow).toEqual(before.workflow);
  expect(run.bound.generations).toBeGreaterThan(before.bound.generations);
});

test('?wait= answers 200; If-Match binds it to what was seen', async () => {
  const id = await chain();
  const { revision } = (await api.get(`/v1/runs/${id}`)).json();
  const change = { type: 'constraint_change', description: 'x', constraints: 'Short.' };
  const first = await api.post(`/v1/runs/${id}/redirect?wait=5s`, change, { 'if-match': `"${revision}"` });
  expect(first.statusCode).toBe(200);
  const stale = await redirect(id, change, { 'if-match': `"${revision}"` });
  expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale']);
});

test('api 3: where the server asks for it, a change without If-Match is 428 and says which tag to send', async () => {
  careful.runs.script({});
  const started = await careful.post('/v1/runs', { workflow: { definition: aDocument() } });
  const { id, revision } = started.json();
  const now = (await careful.get(`/v1/runs/${id}`)).headers['etag'] ?? `"${revision}"`;
  const change = { type: 'constraint_change', description: 'x', constraints: 'Short.' };
  const bare = await careful.post(`/v1/runs/${id}/redirect`, change);
  expect([bare.statusCode, bare.json()]).toMatchObject([428, { code: 'precondition_required' }]);
  expect(bare.json().detail).toContain(now);
  const budget = { method: 'PATCH' as const, url: `/v1/runs/${id}/budget`, payload: { maxAttempts: 9 } };
  expect((await careful.send(budget)).statusCode).toBe(428);
  expect((await careful.post(`/v1/runs/${id}/redirect`, change, { 'if-match': now })).statusCode).toBe(202);
});

test('R56: a redirect whose answer was lost is not applied again, nor refused for what it did itself', async () => {
  const id = await chain(1);
  const key = { 'idempotency-key': 'redirect-1' };
  const change = { type: 'dag_adjustment', description: 'more', add: [step('translate', ['draft'])] };
  const send = api.runs.send.bind(api.runs);
  const lost = jest.spyOn(api.runs, 'send').mockImplementationOnce(async (...args) => {
    await send(...args);
    throw new EngineUnavailable('temporal', 'the connection was lost');
  });
  const first = await redirect(id, change, key);
  lost.mockRestore();
  const again = await redirect(id, change, key);
  expect([first.statusCode, again.statusCode, again.json().changed]).toEqual([503, 202, true]);
  expect((await stateOf(id)).corrections).toHaveLength(1);
});

describe('refused, and nothing is changed', () => {
  const DAG = { type: 'dag_adjustment', description: 'x' };
  const cases: readonly (readonly [string, object, number, string])[] = [
    ['no description', { type: 'constraint_change', constraints: 'x' }, 422, '/description'],
    ['an unknown type', { type: 'wish', description: 'x' }, 422, '/type'],
    ['an unknown field', { ...DAG, add: [step('y')], hurry: true }, 422, '/hurry'],
    ['nothing to change', DAG, 422, ''],
    ['a step that is resolved', { ...DAG, remove: ['draft', 'review', 'publish'], add: [step('new')] }, 422, '/remove'],
    ['a step that is not there', { ...DAG, remove: ['nobody'] }, 422, '/remove/0'],
    ['a step that others require', { ...DAG, remove: ['review'] }, 422, '/steps/1/requires/0'],
    ['a step that is there already', { ...DAG, add: [step('review')] }, 422, '/add/0/id'],
    [
      'a step that is none',
      { ...DAG, add: [{ ...step('x'), guard: { use: 'nothing-like-it' } }] },
      422,
      '/add/0/guard/use',
    ],
    ['a cycle', { ...DAG, add: [step('x', ['y']), step('y', ['x'])] }, 422, '/add/0/requires/0'],
    ['a choice in a dag', { ...DAG, force: { orGroup: 'g', choice: 'c' } }, 422, '/force'],
    [
      'an objective in a dag',
      { type: 'objective_change', description: 'x', objective: { goal: 'y' } },
      422,
      '/objective',
    ],
    ['a reset of nothing', { type: 'objective_change', description: 'x', reset: ['nobody'] }, 422, '/reset/0'],
    [
      'an override of nothing',
      { type: 'bindings_override', description: 'x', bindings: { review: { content: 'y' } } },
      422,
      '/bindings',
    ],
    [
      'an override of nobody',
      { type: 'bindings_override', description: 'x', bindings: { nobody: { content: 'y' } } },
      422,
      '/bindings/nobody',
    ],
    [
      'an override without content',
      { type: 'bindings_override', description: 'x', bindings: { draft: {} } },
      422,
      '/bindings/draft',
    ],
    [
      'facts of what is no worker (R87)',
      { type: 'bindings_override', description: 'x', bindings: { draft: { facts: { a: 1 } } } },
      422,
      '/bindings/draft/facts',
    ],
    [
      'facts of more than 4 KiB (R87)',
      { type: 'bindings_override', description: 'x', bindings: { draft: { facts: { a: 'x'.repeat(5_000) } } } },
      422,
      '/bindings/draft/facts',
    ],
    [
      'a policy that cannot be',
      { type: 'constraint_change', description: 'x', defaults: { rMax: 1, rPatience: 5 } },
      422,
      '/steps/0/recovery/rPatience',
    ],
  ];

  test.each(cases)('%s', async (_, body, status, pointer) => {
    const id = await chain(1);
    const before = [await stateOf(id), (await api.get(`/v1/runs/${id}/artifacts`)).json()];
    const answer = await redirect(id, body);
    expect([answer.statusCode, answer.json().errors?.map((error: { pointer: string }) => error.pointer)]).toEqual([
      status,
      expect.arrayContaining([pointer]),
    ]);
    expect([await stateOf(id), (await api.get(`/v1/runs/${id}/artifacts`)).json()]).toEqual(before);
  });

  test('R48: a resolved step cannot be removed, also where another one needs it', async () => {
    const id = await chain(1);
    const answer = await redirect(id, { type: 'dag_adjustment', description: 'x', remove: ['draft'] });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'step_resolved']);
  });

  test('R46: a run that has ended is 409; work in the way of one that must not interrupt is 409', async () => {
    const change = { type: 'constraint_change', description: 'x', constraints: 'Short.' };
    const over = await redirect(await chain(3), change);
    expect([over.statusCode, over.json().code]).toEqual([409, 'run_not_open']);
    const id = await chain(1);
    const busy = await redirect(id, { ...change, onConflict: 'reject' });
    expect([busy.statusCode, busy.json()]).toMatchObject([409, { code: 'redirect_conflict', inFlight: ['review'] }]);
    await api.post(`/v1/runs/${id}/stop?wait=5s`);
    expect((await redirect(id, change)).json().detail).toContain('resume');
  });
});

test('a stopped run goes on by its corrected definition', async () => {
  const id = await chain(1);
  await redirect(id, { type: 'dag_adjustment', description: 'more', add: [step('translate', ['draft'])] });
  await api.post(`/v1/runs/${id}/stop?wait=5s`);
  await api.post(`/v1/runs/${id}/resume?wait=5s`);
  const run = (await api.get(`/v1/runs/${id}`)).json();
  expect(run.currentSteps).toEqual(['review', 'translate']);
});

test.each([[{}], [{ type: 'odd' }]])('%j names the four types, and free words', async (body) => {
  api.runs.script({});
  const { id } = (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json();
  const answer = await api.post(`/v1/runs/${id}/redirect`, body);
  expect(answer.statusCode).toBe(422);
  for (const word of ['objective_change', 'dag_adjustment', 'constraint_change', 'bindings_override', 'instruction'])
    expect(answer.json().detail).toContain(word);
});

test('R124: a binding under the name of a group is that of its winner; one that has none yet is refused, and so is the same twice', async () => {
  const signIn = async (script: Parameters<typeof api.runs.script>[0]) => {
    api.runs.script(script);
    const definition = aDocument({
      topology: 'and-or',
      objective: objective('login'),
      orGroups: { auth: { choices: ['jwt', 'session'] } },
      steps: [step('jwt'), step('session'), step('login', ['auth'])],
    });
    return (await api.post('/v1/runs', { workflow: { definition } })).json().id;
  };
  const override = (id: string, ...names: readonly string[]) => {
    const bindings = Object.fromEntries(names.map((name) => [name, { content: 'by hand' }]));
    return redirect(id, { type: 'bindings_override', description: 'mine', bindings });
  };
  const early = await override(await signIn({}), 'auth');
  expect([early.statusCode, early.json().errors]).toEqual([
    422,
    [{ pointer: '/bindings/auth', code: 'no_winner', detail: expect.stringContaining('jwt, session') }],
  ]);
  const id = await signIn({ jwt: [PASSING] });
  const twice = await override(id, 'jwt', 'auth');
  expect([twice.statusCode, twice.json().errors]).toMatchObject([422, [{ code: 'duplicate' }]]);
  expect((await override(id, 'auth')).statusCode).toBe(202);
  expect((await api.get(`/v1/runs/${id}/bindings`)).json().data).toMatchObject([
    { step: 'jwt', summary: 'by hand', source: 'human' },
  ]);
});
