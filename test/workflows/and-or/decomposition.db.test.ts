// A real PostgreSQL, the simulated models, the API in process: atoms that are broken down.
import { ApplicationFailure } from '@temporalio/common';
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';

/** A short history: a run goes on as a new execution in the middle of its parts. */
const dsap = useSearches(startInProcess, { settings: { maxHistoryEvents: 40 } });

const PARTS = {
  children: [
    { id: 'model', task: 'The data.' },
    { id: 'views', task: 'The pages.', requires: ['model'] },
  ],
  reason: 'two layers',
};
const app = (more: object = {}) => atom('app', { requires: ['base'], decompose: true, maxChildren: 3, ...more });
const judgedBy = (guard: object) => ({ children: [{ id: 'p', task: 'x', guard }] });
const breaking = (proposals: readonly unknown[], more: object = {}, facts: object = {}) =>
  searching(
    [atom('base'), app(more)],
    { objective: objective('app'), ...facts },
    {
      decompose_app: proposals.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))),
      model: ['M'],
      views: ['V'],
      app: ['all of it'],
    },
  );

test('S1x-5: the parts inherit what the atom depends on, and it resolves after them, with what they made', async () => {
  const id = await dsap.start(breaking([PARTS]));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { app: { content: 'all of it' } } });
  expect(await dsap.state(id)).toMatchObject({
    decompositions: [{ parent: 'app', children: ['model', 'views'], reason: 'two layers' }],
    graph: {
      steps: [
        { id: 'base' },
        { id: 'model', requires: ['base'] },
        { id: 'views', requires: ['base', 'model'] },
        { id: 'app', requires: ['base', 'model', 'views'] },
      ],
    },
    unresolved: [],
  });
  const order = (await dsap.log(id)).flatMap((event) => (event.type === 'step.satisfied' ? [event.step] : []));
  expect(order).toEqual(['base', 'decompose_app', 'model', 'views', 'app']);
  expect(await dsap.prompt(id, 'views')).toContain('The pages.');
  const ofParent = await dsap.prompt(id, 'app');
  for (const [step, text] of [
    ['model', 'M'],
    ['views', 'V'],
    ['base', 'what base made'],
  ])
    expect(ofParent).toMatch(new RegExp(`## ${step}\\n[^#]*${text}`));
  const told = (await dsap.trace(id)).find(({ children }) => children !== undefined);
  expect(told).toMatchObject({ action: 'ADVANCE-STATE', step: 'app', children: ['model', 'views'] });
});

test.each([
  ['no JSON', 'First the data, then the pages.', /JSON|answer/i],
  ['no parts', { children: [] }, /children/],
  ['too many', { children: ['p', 'q', 'r', 's'].map((part) => ({ id: part, task: 'x' })) }, /3 are allowed/],
  ['a name that is taken', { children: [{ id: 'base', task: 'x' }] }, /base/],
  ['the name of the atom itself', { children: [{ id: 'app', task: 'x' }] }, /app/],
  [
    'parts that wait for each other',
    {
      children: [
        { id: 'p', task: 'x', requires: ['q'] },
        { id: 'q', task: 'x', requires: ['p'] },
      ],
    },
    /wait for each other/,
  ],
  [
    'a part that waits for a stranger',
    { children: [{ id: 'p', task: 'x', requires: ['nobody'] }] },
    /none of the parts/,
  ],
  ['the name of the step that proposes', { children: [{ id: 'decompose_app', task: 'x' }] }, /taken/],
  ['the name that a probe would have', { children: [{ id: 'probe_base', task: 'x' }] }, /taken/],
  ['a reserved name', { children: [{ id: 'input', task: 'x' }] }, /reserved/],
  ['a guard that is not there', judgedBy({ use: 'telepathy' }), /"p".*no guard "telepathy"/],
  ['options that a guard does not take', judgedBy({ use: 'contains', with: { word: 'x' } }), /"p"\/guard\/with/],
  [
    'a judge alone (R11)',
    judgedBy({ use: 'llm-judge', with: { rubric: 'good?' } }),
    /judge may reject, but not accept/,
  ],
  [
    'a person to be asked',
    judgedBy({ all: [{ use: 'not-empty' }, { use: 'human', with: { question: '?' } }] }),
    /"human"/,
  ],
  ['a queue to be called', judgedBy({ use: 'external', with: { taskQueue: 'q', activity: 'a' } }), /"external"/],
  ['what only the service adds', judgedBy({ use: 'alignment-draft' }), /"alignment-draft"/],
])(
  'S1x-5, R7: what is proposed is only a proposal: %s is rejected with why, and proposed again',
  async (_, wrong, why) => {
    const id = await dsap.start(breaking([wrong, PARTS]));
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    const [first, second] = await dsap.attempts(id, 'decompose_app');
    expect([first, second]).toMatchObject([
      { status: 'rejected', verdict: { feedback: expect.stringMatching(why) } },
      { status: 'accepted' },
    ]);
  },
);

test('S1x-5, design 3.2: a part is not called like a group of the run', async () => {
  const steps = [app({ requires: ['store'] }), atom('disk', { orGroup: 'store' })];
  const proposals = [{ children: [{ id: 'store', task: 'x' }] }, PARTS].map((each) => JSON.stringify(each));
  const id = await dsap.start(searching(steps, { objective: objective('app') }, { decompose_app: proposals }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const [first] = await dsap.attempts(id, 'decompose_app');
  expect(first).toMatchObject({
    status: 'rejected',
    verdict: { feedback: expect.stringContaining('"store" is taken') },
  });
});

test('S1x-5: of the step that proposed the parts the attempts stay, and it says where they are', async () => {
  const id = await dsap.start(breaking([PARTS]));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const step = `/v1/runs/${id}/steps/decompose_app`;
  expect(await dsap.send('GET', step)).toMatchObject({
    status: 404,
    body: { code: 'step_not_found', detail: expect.stringContaining(`its attempts are at ${step}/attempts`) },
  });
  expect(await dsap.attempts(id, 'decompose_app')).toMatchObject([{ status: 'accepted' }]);
  expect(await dsap.send('GET', `/v1/runs/${id}/steps/nobody`)).toMatchObject({
    status: 404,
    body: { detail: 'There is no step "nobody".' },
  });
});

test('S1x-5: a part may bring a guard of its own, and a role goes on to the parts', async () => {
  const children = [{ id: 'model', task: 'The data.', guard: { use: 'contains', with: { text: 'M' } } }];
  const id = await dsap.start(breaking([{ children }]));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.attempts(id, 'model')).toMatchObject([{ verdict: { guard: 'contains', verdict: 'pass' } }]);
});

test('S1x-5, R76: the parts draw on the share that the bound holds for them', async () => {
  const published = await dsap.send('POST', '/v1/workflows', breaking([PARTS]));
  const { generations } = published.body.bound;
  const id = await dsap.start(breaking([PARTS]));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const { attempts, bound } = await dsap.run(id);
  expect(attempts.used).toBe(5);
  expect(attempts.used).toBeLessThanOrEqual(generations);
  expect(bound.generations).toBeLessThanOrEqual(generations);
});

test('S1x-5, S1-2.4-a: a choice may be broken down; if it fails, its parts fall with it', async () => {
  const fail = { use: 'scripted', with: { verdicts: [{ verdict: 'retry', feedback: 'no' }] } };
  const steps = [
    atom('app', { decompose: true, guard: fail, recovery: { rMax: 0 }, orGroup: 'way' }),
    atom('bought', { orGroup: 'way' }),
  ];
  const outputs = { decompose_app: [JSON.stringify(PARTS)], model: ['M'], views: ['V'] };
  const id = await dsap.start(searching(steps, { objective: objective('way') }, outputs));
  expect(await dsap.result(id)).toMatchObject({
    status: 'completed',
    artifacts: { way: { content: 'what bought made' } },
  });
  expect((await dsap.bindings(id)).map(({ step }) => step)).toEqual(['bought']);
});

test('S1x-5, S1-2.4-a: the parts of a choice that is never taken are never proposed', async () => {
  const steps = [atom('bought', { orGroup: 'way' }), atom('app', { decompose: true, orGroup: 'way' })];
  const id = await dsap.start(searching(steps, { objective: objective('way') }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.attempts(id, 'decompose_app')).toEqual([]);
});

describe('R37: whether a step is for this run is asked before anything is made for it', () => {
  const optional = { decompose: true, unknown: true, when: 'input.big' };

  test('so that it is skipped, and nothing was explored or proposed', async () => {
    const steps = [atom('app', optional), atom('end', { optionalRequires: ['app'] })];
    const id = await dsap.start(searching(steps, { objective: objective('end') }), { input: { big: false } });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(await dsap.run(id)).toMatchObject({ attempts: { used: 1 } });
    expect(await dsap.state(id)).toMatchObject({ guards: { app: 'waived', probe_app: 'waived' } });
    const why = { type: 'step.waived', step: 'app', reason: 'when is false: input.big (input.big is false)' };
    expect(await dsap.log(id)).toContainEqual(expect.objectContaining(why));
  });

  test('so that another choice is taken in its place', async () => {
    const steps = [atom('app', { ...optional, orGroup: 'way' }), atom('bought', { orGroup: 'way' })];
    const id = await dsap.start(searching(steps, { objective: objective('way') }), { input: { big: false } });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(await dsap.run(id)).toMatchObject({ attempts: { used: 1 } });
  });

  test('unless that hinges on what is found out', async () => {
    const when = { when: 'artifact.probe_app.cost_estimate < 3' };
    const probed = JSON.stringify({ feasible: true, findings: 'known', cost_estimate: 5 });
    const steps = [atom('app', { ...optional, ...when }), atom('end', { optionalRequires: ['app'] })];
    const id = await dsap.start(searching(steps, { objective: objective('end') }, { probe_app: [probed] }));
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(await dsap.state(id)).toMatchObject({ guards: { app: 'waived', probe_app: 'satisfied' } });
    expect(await dsap.run(id)).toMatchObject({ attempts: { used: 2 } });
  });
});

test('S1x-5, R12: a step whose parts a person need not see proposed is skipped with the proposal', async () => {
  const steps = [atom('app', { decompose: true }), atom('end', { optionalRequires: ['app'] })];
  const outputs = { decompose_app: ['no parts'] };
  const id = await dsap.start(searching(steps, { objective: objective('end'), defaults: { rMax: 0 } }, outputs));
  expect(await dsap.question(id)).toMatchObject({ kind: 'attempts_exhausted', step: 'decompose_app' });
  await dsap.decide(id, 'skip');
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({ guards: { app: 'waived' } });
});

test('S1x-5: who proposes the parts is shown what the step would be shown, and no more', async () => {
  const steps = [atom('base'), app({ context: { base: 'none' } })];
  const outputs = { decompose_app: [JSON.stringify(PARTS)], model: ['M'], views: ['V'] };
  const id = await dsap.start(searching(steps, { objective: objective('app') }, outputs));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.prompt(id, 'decompose_app')).not.toContain('what base made');
});

test('S1x-5, S1-3.3-c: stopped between the parts and resumed: nothing is proposed twice', async () => {
  const definition = searching(
    [atom('base'), app()],
    { objective: objective('app') },
    {
      decompose_app: [JSON.stringify(PARTS)],
      model: ['M'],
      views: [{ text: 'V', delay: '1500ms' }],
      app: ['all of it'],
    },
  );
  const id = await dsap.start(definition);
  await dsap.generating(id, 'views');
  await dsap.stop(id);
  await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {});
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.attempts(id, 'decompose_app')).toHaveLength(1);
});

test('R69, S1x-5: a fork knows what was broken down before it', async () => {
  const origin = await dsap.start(breaking([PARTS]));
  expect(await dsap.result(origin)).toMatchObject({ status: 'completed' });
  const { body } = await dsap.send('POST', `/v1/runs/${origin}/fork`, { fromStep: 'views' });
  expect(await dsap.result(body.id)).toMatchObject({ status: 'completed' });
  const { decompositions } = await dsap.state(origin);
  expect(await dsap.state(body.id)).toMatchObject({ decompositions });
  expect(decompositions).toHaveLength(1);
  expect(await dsap.run(body.id)).toMatchObject({ attempts: { used: 4 } });
});

describe('what publishing has nothing against, and yet cannot be made', () => {
  const failing = useSearches(startInProcess, {
    seen: (store) => ({
      ...store,
      revisions: {
        ...store.revisions,
        save: () => Promise.reject(ApplicationFailure.nonRetryable('no revision is stored')),
      },
    }),
  });

  test('design 3.2, R26: each such proposal is one of the attempts, and no epoch is added by automation', async () => {
    const budgets = { maxStall: 50, maxIterations: 60 };
    const definition = breaking([PARTS], { recovery: { rMax: 0 } }, { defaults: { rMax: 1 }, budgets });
    const published = await failing.send('POST', '/v1/workflows', definition);
    const id = await failing.start(definition);
    expect(await failing.question(id)).toMatchObject({ kind: 'attempts_exhausted', step: 'decompose_app' });
    const tries = await failing.attempts(id, 'decompose_app');
    expect(tries.map(({ epoch, attempt, n }) => [epoch, attempt, n])).toEqual([
      [1, 1, 1],
      [1, 2, 2],
    ]);
    expect(await failing.prompt(id, 'decompose_app', 2)).toContain('The change could not be made');
    const { bound } = await failing.run(id);
    expect(bound.generations).toBe(published.body.bound.generations);
  });
});
