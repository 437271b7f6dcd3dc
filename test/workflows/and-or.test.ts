// A real Temporal server, a real PostgreSQL, the simulated models over HTTP, the API in process: graphs with alternatives.
import type { FastifyInstance } from 'fastify';
import { atom, failing, objective, searching, viewer } from '../support/and-or.ts';
import { ended, startEngine, type TestEngine } from '../support/engine.ts';
import { apiOver } from '../support/engine-api.ts';

let engine: TestEngine;
let app: FastifyInstance;
let view: ReturnType<typeof viewer>;
beforeAll(async () => {
  engine = await startEngine();
  app = await apiOver(engine);
  view = viewer(app);
});
afterAll(async () => {
  await app?.close();
  await engine?.stop();
});

async function start(definition: object, more: object = {}): Promise<string> {
  const made = await app.inject({ method: 'POST', url: '/v1/runs', payload: { workflow: { definition }, ...more } });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json().id;
}

const AUTH = { orGroups: { auth: { choices: ['jwt', 'session'] } } };

test('S1-2.4-a, S1-2.4-b, S1-4.4-a, S1-4.4-b: a failed choice makes way for the next, and nothing else is touched', async () => {
  const steps = [
    atom('base'),
    atom('jwt', { requires: ['base'], guard: failing(9), recovery: { rMax: 1 } }),
    atom('session', { requires: ['base'] }),
    atom('login', { requires: ['auth'], generator: { kind: 'llm', prompt: 'Use {artifact.auth}.' } }),
  ];
  const id = await start(searching(steps, { ...AUTH, objective: objective('login') }));
  const result = await view.result(id);
  expect(result).toMatchObject({
    status: 'completed',
    artifacts: { auth: { content: 'what session made' }, login: {} },
  });
  const state = await view.state(id);
  expect(state).toMatchObject({
    guards: { base: 'satisfied', jwt: 'unsatisfied', session: 'satisfied', login: 'satisfied' },
    epochs: { base: 1, session: 1 },
    attempts: { jwt: 2 },
    unresolved: [],
    graph: { groups: [{ id: 'auth', failed: ['jwt'], winner: 'session' }] },
  });
  expect((await view.trail(id)).map(({ type, orGroup, selected }) => [type, orGroup, selected])).toEqual([
    ['or_selected', 'auth', 'jwt'],
    ['or_failed', 'auth', 'jwt'],
    ['or_selected', 'auth', 'session'],
  ]);
  const switches = (await view.trace(id)).filter(({ action }) => action === 'SWITCH-BRANCH');
  expect(switches).toMatchObject([{ orGroup: 'auth', selected: 'session' }]);
});

test('S1-2.1-b, S1-6-c: the run is complete as soon as its base case holds, with atoms left', async () => {
  const steps = [atom('one'), atom('two', { requires: ['one'] }), atom('three', { requires: ['two'] })];
  const id = await start(searching(steps, { objective: objective('one') }));
  expect(await view.result(id)).toMatchObject({ status: 'completed' });
  const state = await view.state(id);
  expect(state).toMatchObject({ unresolved: ['two', 'three'], baseCase: { passed: true } });
  const evidence = await app.inject({ url: `/v1/artifacts/${state.baseCase.artifactId}/content` });
  expect(evidence.json()).toMatchObject({
    passed: true,
    evidence: [{ leaf: 'baseCase', check: 'guard not-empty on one', passed: true }],
    failures: [],
  });
});

test('S1-7.2.1-a, S1-7.2.1-e, S1-1-b: B and C run together, D after both; each tick observes, acts and verifies', async () => {
  const steps = [
    atom('A'),
    atom('B', { requires: ['A'] }),
    atom('C', { requires: ['A'] }),
    atom('D', { requires: ['B', 'C'] }),
  ];
  const id = await start(searching(steps, { objective: objective('D') }));
  expect(await view.result(id)).toMatchObject({ status: 'completed' });
  const trace = await view.trace(id);
  const order = trace.filter(({ action }) => action === 'OBSERVE').map(({ step, unresolved }) => [step, unresolved]);
  expect(order).toEqual([
    ['A', 4],
    ['B', 3],
    ['C', 3],
    ['D', 1],
  ]);
  expect(trace.filter(({ action }) => action === 'VERIFY-BASE-CASE').at(-1)).toMatchObject({ passed: true });
  const waves = (await engine.log(id)).flatMap((event) => (event.type === 'step.started' ? [event.wave] : []));
  expect(waves[1]).toBe(waves[2]);
});

test('S1-7.2.2-a, S1-7.2.2-c, S1-7.2.2-e: of choices tried at once the first that succeeds wins, the other is discarded', async () => {
  const steps = [atom('jwt'), atom('session')];
  const orGroups = { auth: { choices: ['jwt', 'session'], speculative: true } };
  const outputs = { jwt: [{ text: 'slow', delay: '20s' }], session: ['quick'] };
  const id = await start(searching(steps, { orGroups, objective: objective('auth') }, outputs));
  expect(await view.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'quick' } } });
  const attempts = (await view.get(`/v1/runs/${id}/steps/jwt/attempts`)).data;
  expect(attempts).toMatchObject([{ status: 'discarded' }]);
  expect((await view.bindings(id)).map(({ step }) => step)).toEqual(['session']);
});

test('S1-7.2.2-d, S1x-6: all choices failed asks a person; a choice added by redirect goes on', async () => {
  const steps = [
    atom('jwt', { guard: failing(9), recovery: { rMax: 0 } }),
    atom('session', { guard: failing(9), recovery: { rMax: 0 } }),
  ];
  const id = await start(searching(steps, { ...AUTH, objective: objective('auth') }, { magic: ['a link'] }));
  await engine.until(id, ({ status }) => status === 'escalated');
  const [open] = (await view.get(`/v1/escalations?runId=${id}`)).data;
  expect(open).toMatchObject({ kind: 'or_exhausted', step: 'session' });
  const sent = await app.inject({
    method: 'POST',
    url: `/v1/runs/${id}/redirect?wait=10s`,
    payload: { type: 'dag_adjustment', description: 'by link', add: [atom('magic', { orGroup: 'auth' })] },
  });
  expect(sent.statusCode).toBe(200);
  expect(await view.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'a link' } } });
  expect((await view.trail(id)).map(({ type }) => type)).toEqual([
    'or_selected',
    'or_failed',
    'or_selected',
    'or_failed',
    'user_correction',
    'or_selected',
  ]);
});

test('S1-3.1-c, S1-3.1-d, S1-3.2-a, S1-3.2-b, S1-6-a: without an objective nothing starts, and what is missing is named', async () => {
  const id = await start(searching([], {}));
  expect(await view.run(id)).toMatchObject({ status: 'awaiting_alignment' });
  const early = await app.inject({ method: 'POST', url: `/v1/runs/${id}/start` });
  expect([early.statusCode, early.json()]).toMatchObject([
    409,
    {
      code: 'not_aligned',
      missing: ['goal', 'backgroundIntent', 'deliverables', 'definitionOfDone', 'baseCase', 'steps'],
    },
  ]);
  const aligned = await app.inject({
    method: 'PUT',
    url: `/v1/runs/${id}/alignment`,
    payload: { objective: objective('only'), steps: [atom('only')] },
  });
  expect([aligned.statusCode, aligned.json()]).toMatchObject([200, { status: 'awaiting_alignment', missing: [] }]);
  expect(await view.state(id)).toMatchObject({ objective: { goal: 'Users can sign in.' }, unresolved: ['only'] });
  expect((await app.inject({ method: 'POST', url: `/v1/runs/${id}/start` })).statusCode).toBe(202);
  expect(await view.result(id)).toMatchObject({ status: 'completed' });
});

test('S1x-5: a step is broken down; its parts inherit what it depends on, and it resolves after them', async () => {
  const steps = [atom('base'), atom('app', { requires: ['base'], decompose: true, maxChildren: 3 })];
  const parts = {
    children: [
      { id: 'model', task: 'The data.' },
      { id: 'views', task: 'The pages.', requires: ['model'] },
    ],
    reason: 'two layers',
  };
  const outputs = { decompose_app: [JSON.stringify(parts)], model: ['M'], views: ['V'], app: ['all of it'] };
  const id = await start(searching(steps, { objective: objective('app') }, outputs));
  expect(await view.result(id)).toMatchObject({ status: 'completed', artifacts: { app: { content: 'all of it' } } });
  expect(await view.state(id)).toMatchObject({
    decompositions: [{ parent: 'app', children: ['model', 'views'], reason: 'two layers' }],
    graph: {
      steps: [
        { id: 'base' },
        { id: 'model', requires: ['base'] },
        { id: 'views', requires: ['base', 'model'] },
        { id: 'app', requires: ['base', 'model', 'views'] },
      ],
    },
  });
  const order = (await engine.log(id)).flatMap((event) => (event.type === 'step.satisfied' ? [event.step] : []));
  expect(order).toEqual(['base', 'decompose_app', 'model', 'views', 'app']);
  expect(ended(await engine.until(id, ended))).toBe(true);
});

test('R63: an assertion is asked of a person; no is false, and the run asks how to go on', async () => {
  const assertion = { all: [{ guard: { use: 'not-empty' }, on: 'one' }, { assertion: 'Is it nice?' }] };
  const definition = searching([atom('one')], { objective: objective('one', { baseCase: assertion }) });
  const decide = async (id: string, action: string) => {
    await engine.until(id, ({ status }) => status === 'escalated');
    const [open] = (await view.get(`/v1/escalations?runId=${id}&status=open`)).data;
    expect(open).toMatchObject({ kind: 'assertion', question: expect.stringContaining('Is it nice?') });
    return app.inject({
      method: 'POST',
      url: `/v1/escalations/${open.id}/decision`,
      payload: { action, ...(action === 'reject' && { feedback: 'It is not.' }) },
    });
  };
  const yes = await start(definition);
  expect((await decide(yes, 'approve')).statusCode).toBe(200);
  expect(await view.result(yes)).toMatchObject({ status: 'completed' });
  const no = await start(definition);
  expect((await decide(no, 'reject')).statusCode).toBe(200);
  await engine.until(no, ({ escalations }) => Object.values(escalations).some(({ kind }) => kind === 'stalled'));
});
