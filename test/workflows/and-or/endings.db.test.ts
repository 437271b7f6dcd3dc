// A real PostgreSQL, the simulated models, the API in process: how a search ends, and how it is stopped.
import { isClosed } from '../../../src/model/run-state.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, objective, searching, told } from '../../support/played/and-or.ts';

const dsap = useSearches(startInProcess);

const SLOW = { text: 'in time', delay: '2s' };
const AUTH = { orGroups: { auth: { choices: ['jwt', 'session'] } } };

test('S1-3.3-a, S1-3.3-b, S1-3.3-c, S1-4.1-g, S1-4.1-h, S1-6-b: a stop is recorded with its reason, is neither success nor failure, and loses nothing', async () => {
  const steps = [
    atom('base'),
    atom('jwt', { guard: failing(9), recovery: { rMax: 0 } }),
    atom('session', { requires: ['base'] }),
  ];
  const id = await dsap.start(searching(steps, { ...AUTH, objective: objective('auth') }, { session: [SLOW] }));
  await dsap.generating(id, 'session');
  const before = await dsap.state(id);
  expect(before.control).toMatchObject({ stopRequested: false, stopReason: null });
  expect(await dsap.stop(id, { reason: 'night' })).toMatchObject({
    status: 200,
    body: { status: 'stopped', changed: true },
  });
  const after = await dsap.state(id);
  expect(after).toMatchObject({
    status: 'stopped',
    control: { stopRequested: true, stopReason: 'night' },
    graph: before.graph,
    bindings: before.bindings,
    trail: before.trail,
    objective: before.objective,
  });
  expect((await dsap.bindings(id)).map(({ step }) => step)).toEqual(['base']);
  expect(await dsap.stop(id)).toMatchObject({ status: 200, body: { changed: false } });
  expect(await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {})).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { auth: { content: 'in time' } } });
  expect(await dsap.state(id)).toMatchObject({
    epochs: { base: 1, jwt: 1, session: 1 },
    control: { stopRequested: false },
  });
  expect(told(await dsap.trail(id))).toEqual([
    'or_selected auth jwt',
    'or_failed auth jwt',
    'or_selected auth session',
  ]);
});

test('S1-3.3-a, S1-4.1-h: the reason is optional; after_attempt lets what is under way finish', async () => {
  const id = await dsap.start(
    searching(
      [atom('a'), atom('b', { requires: ['a'] })],
      { objective: objective('b') },
      { a: [{ text: 'A', delay: '600ms' }] },
    ),
  );
  await dsap.generating(id, 'a');
  expect(await dsap.stop(id, { mode: 'after_attempt' })).toMatchObject({ status: 200, body: { status: 'stopped' } });
  expect(await dsap.state(id)).toMatchObject({ guards: { a: 'satisfied', b: 'unsatisfied' }, epochs: { b: 0 } });
});

test('S1-5-d: a stop while the base case is being verified: the run is stopped, and completes once it is resumed', async () => {
  const id = await dsap.start(
    searching([atom('a')], { objective: objective('a') }, { a: [{ text: 'A', delay: '300ms' }] }),
  );
  await dsap.generating(id, 'a');
  const handle = dsap.engine.handleOf(id);
  await dsap.until(id, ({ steps }) => steps['a']?.call?.phase === 'guard' || steps['a']?.sigma === 'satisfied');
  await handle.signal('stop', { reason: 'enough' });
  const stopped = await dsap.until(id, isClosed);
  if (stopped.life.status === 'stopped') await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {});
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: {} });
  expect((await dsap.attempts(id, 'a')).filter(({ status }) => status === 'accepted')).toHaveLength(1);
});

test('S1-4.1-c, S1x-2: the iterations that are allowed are used up: the run stops and asks; more of them and it goes on', async () => {
  const constraints = { maxIterations: 2 };
  const steps = [atom('a'), atom('b', { requires: ['a'] }), atom('c', { requires: ['b'] })];
  const id = await dsap.start(searching(steps, { objective: objective('c', { constraints }) }));
  expect(await dsap.question(id)).toMatchObject({
    kind: 'budget',
    question: expect.stringContaining('maxIterations (2 of 2)'),
  });
  expect(await dsap.state(id)).toMatchObject({ status: 'budget_exceeded', iterations: 2, unresolved: ['c'] });
  expect(await dsap.decide(id, 'raise', { budgets: { maxIterations: 2 } })).toMatchObject({ status: 422 });
  expect(await dsap.decide(id, 'raise', { budgets: { maxIterations: 3 } })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.state(id)).iterations).toBe(3);
});

test('S1x-2: twenty iterations are allowed where nothing is written', async () => {
  const ids = Array.from({ length: 22 }, (_, at) => `s${at}`);
  const steps = ids.map((id, at) =>
    atom(id, { requires: at === 0 ? [] : [`s${at - 1}`], generator: { kind: 'fixed', content: id } }),
  );
  const id = await dsap.start(searching(steps, { objective: objective('s21') }));
  expect(await dsap.question(id)).toMatchObject({ kind: 'budget' });
  expect(await dsap.state(id)).toMatchObject({ iterations: 20, unresolved: ['s20', 's21'] });
});

/** b sends the run back to a again and again: what is unresolved grows, and is made up for, and never gets less than it was. */
function inCircles(maxStall?: number) {
  const recovery = { rMax: 0, eMax: 9, onExhausted: 'backtrack', backtrackTo: ['a'] };
  const steps = [atom('a'), atom('b', { requires: ['a'], guard: failing(99), recovery })];
  const budgets = { maxIterations: 99, ...(maxStall !== undefined && { maxStall }) };
  return searching(steps, { objective: objective('b'), budgets });
}

test.each([
  [undefined, 3],
  [1, 1],
])(
  'S1x-1, S1-2.2-b: with maxStall %p the run asks after %p iterations in which nothing became less',
  async (maxStall, times) => {
    const id = await dsap.start(inCircles(maxStall));
    expect(await dsap.question(id)).toMatchObject({
      kind: 'stalled',
      question: expect.stringContaining(`${times} iterations`),
    });
    expect(await dsap.state(id)).toMatchObject({
      status: 'escalated',
      stall: { count: times, best: 1 },
      // The one that is held back counts as well.
      backtracks: { b: times + 1 },
    });
    expect(told(await dsap.trail(id))).toEqual(Array.from({ length: times + 1 }, () => 'backtrack'));
  },
);

test('S1x-1: going back far is made up for step by step, which is no stall', async () => {
  const recovery = { rMax: 0, eMax: 1, onExhausted: 'backtrack', backtrackTo: ['s0'] };
  const chain = ['s0', 's1', 's2', 's3', 's4'].map((id, at) => atom(id, { requires: at === 0 ? [] : [`s${at - 1}`] }));
  const steps = [...chain, atom('end', { requires: ['s4'], guard: failing(1), recovery })];
  const id = await dsap.start(searching(steps, { objective: objective('end') }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({ epochs: { s0: 2, s4: 2, end: 2 } });
});

test('S1-2.2-b: where another choice is left, nothing resolved for too long switches to it instead of asking', async () => {
  const recovery = { rMax: 0, eMax: 9, onExhausted: 'backtrack', backtrackTo: ['jwt'] };
  const steps = [
    atom('jwt'),
    atom('session'),
    atom('keys', { requires: ['jwt'], guard: failing(99), recovery }),
    atom('all_of_jwt', { requires: ['keys'], orGroup: 'way' }),
    atom('other', { orGroup: 'way' }),
  ];
  const id = await dsap.start(
    searching(steps, { objective: objective('way'), budgets: { maxStall: 2, maxIterations: 99 } }),
  );
  expect(await dsap.result(id)).toMatchObject({
    status: 'completed',
    artifacts: { way: { content: 'what other made' } },
  });
  const trail = await dsap.trail(id);
  expect(trail.find(({ type }) => type === 'or_failed')).toMatchObject({
    selected: 'all_of_jwt',
    reason: 'nothing was resolved for too long',
  });
});

test('S1-1-a: whatever the models do, the run ends or asks within the bound that it was published with', async () => {
  const steps = [
    atom('jwt', { guard: failing(99), recovery: { rMax: 2 } }),
    atom('session', {
      guard: failing(99),
      recovery: { rMax: 1, eMax: 1, onExhausted: 'backtrack', backtrackTo: ['base'] },
      requires: ['base'],
    }),
    atom('base'),
  ];
  const id = await dsap.start(searching(steps, { ...AUTH, objective: objective('auth') }));
  expect(await dsap.question(id)).toMatchObject({ kind: expect.stringMatching(/or_exhausted|backtracks_exhausted/) });
  const { attempts, bound } = await dsap.run(id);
  expect(attempts.used).toBeLessThanOrEqual(bound.generations);
  expect(bound).toMatchObject({ remaining: expect.any(Number) });
});

test('S1x-7: what can never run is said, with what people can do: skip what is missing, and the run goes on', async () => {
  const steps = [atom('never', { when: 'false' }), atom('after', { requires: ['never'] }), atom('end')];
  const id = await dsap.start(
    searching(steps, {
      objective: objective('', {
        baseCase: {
          all: [
            { guard: { use: 'not-empty' }, on: 'end' },
            { guard: { use: 'not-empty' }, on: 'after' },
          ],
        },
      }),
    }),
  );
  expect(await dsap.question(id)).toMatchObject({ kind: 'deadlock', allowedActions: ['redo', 'skip', 'abort'] });
  expect(await dsap.state(id)).toMatchObject({ unresolved: ['after'], guards: { never: 'waived' } });
  expect(await dsap.decide(id, 'skip', { step: 'after' })).toMatchObject({ status: 200 });
  await dsap.until(id, ({ escalations }) =>
    Object.values(escalations).some(({ kind, status }) => kind === 'stalled' && status === 'open'),
  );
});

test('S1-6-c, S1-5-d: the answer of a completed run: artifacts of its goal, the group by what its winner made', async () => {
  const steps = [atom('jwt'), atom('session'), atom('docs')];
  const baseCase = { all: ['auth', 'docs'].map((on) => ({ guard: { use: 'not-empty' }, on })) };
  const id = await dsap.start(
    searching(steps, { ...AUTH, objective: objective('', { baseCase }), goal: ['auth', 'docs'] }),
  );
  const result = await dsap.result(id);
  expect(result).toMatchObject({
    status: 'completed',
    artifacts: { auth: { content: 'what jwt made' }, docs: { content: 'what docs made' } },
  });
  expect(Object.keys(result.artifacts)).toEqual(['auth', 'docs']);
  expect((await dsap.log(id)).at(-1)).toMatchObject({ type: 'run.closed', status: 'completed' });
});

test('S1-3.3-c: paused and resumed in the middle of a search', async () => {
  const id = await dsap.start(
    searching(
      [atom('a'), atom('b', { requires: ['a'] })],
      { objective: objective('b') },
      { a: [{ text: 'A', delay: '500ms' }] },
    ),
  );
  await dsap.generating(id, 'a');
  await dsap.send('POST', `/v1/runs/${id}/pause?wait=10s`, {});
  await dsap.until(id, ({ life }) => life.status === 'paused');
  expect(await dsap.state(id)).toMatchObject({ guards: { a: 'satisfied', b: 'unsatisfied' } });
  await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {});
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});
