// A real PostgreSQL, the simulated models, the API in process: what runs beside what.
import type { Event } from '../../../src/model/event.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, mostAtOnce, objective, searching, told } from '../../support/played/and-or.ts';

const dsap = useSearches(startInProcess);

const all = (...ids: readonly string[]) => ({
  objective: objective('', { baseCase: { all: ids.map((on) => ({ guard: { use: 'not-empty' }, on })) } }),
});
const FIVE = ['a', 'b', 'c', 'd', 'e'];
const LATE = (text: string, delay = '400ms') => [{ text, delay }];

/** The positions of what the log tells of a step. */
function positions(log: readonly Event[], step: string) {
  const at = (type: Event['type']) =>
    log.findIndex((event) => event.type === type && 'step' in event && event.step === step);
  return { started: at('attempt.started'), generated: at('artifact.created'), finished: at('attempt.finished') };
}

test('S1-7.2.1-a, S1-7.2.1-e, S1-1-b, S1-2.2-a, S1-5-a: B and C together, D after both; each tick observes, acts and verifies', async () => {
  const steps = [
    atom('A'),
    atom('B', { requires: ['A'] }),
    atom('C', { requires: ['A'] }),
    atom('D', { requires: ['B', 'C'] }),
  ];
  const id = await dsap.start(searching(steps, all('D')));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const trace = await dsap.trace(id);
  const seen = trace.filter(({ action }) => action === 'OBSERVE').map(({ step, unresolved }) => [step, unresolved]);
  expect(seen).toEqual([
    ['A', 4],
    ['B', 3],
    ['C', 3],
    ['D', 1],
  ]);
  const phases = trace.filter(({ step, action }) => step === 'D' || action === 'VERIFY-BASE-CASE').slice(-5);
  expect(phases.map(({ action }) => action)).toEqual([
    'OBSERVE',
    'QUERY-LLM',
    'EXECUTE-GUARD',
    'ADVANCE-STATE',
    'VERIFY-BASE-CASE',
  ]);
  expect(trace.at(-1)).toMatchObject({ action: 'REPLY-TO-USER', status: 'completed' });
  const [{ wave: ofB } = {}, { wave: ofC } = {}] = (await dsap.log(id)).filter(
    (event) => event.type === 'step.started' && 'BC'.includes(event.step),
  ) as { wave?: number }[];
  expect(ofB).toBe(ofC);
});

test('S1-7.1-b, S1-7.4.2-b: two slow atoms overlap: both are being generated before either is done', async () => {
  const id = await dsap.start(
    searching([atom('a'), atom('b')], all('a', 'b'), { a: LATE('A', '2s'), b: LATE('B', '2s') }),
  );
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const log = await dsap.log(id);
  const [a, b] = [positions(log, 'a'), positions(log, 'b')];
  expect(Math.max(a.started, b.started)).toBeLessThan(Math.min(a.generated, b.generated));
});

test('S1-7.5-a: five independent atoms: three at once by default, never more, and all of them in the end', async () => {
  const outputs = Object.fromEntries(FIVE.map((id) => [id, LATE(id)]));
  const id = await dsap.start(
    searching(
      FIVE.map((each) => atom(each)),
      all(...FIVE),
      outputs,
    ),
  );
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(mostAtOnce(await dsap.log(id))).toBe(3);
  expect(await dsap.run(id)).toMatchObject({ budgets: { maxParallelAgents: 3 } });
});

test.each([1, 5])(
  'S1-7.5-a: with maxParallelAgents %i so many at once, whatever maxStall is',
  async (maxParallelAgents) => {
    const outputs = Object.fromEntries(FIVE.map((id) => [id, LATE(id)]));
    const definition = searching(
      FIVE.map((each) => atom(each)),
      { ...all(...FIVE), budgets: { maxParallelAgents, maxStall: 2 } },
      outputs,
    );
    const id = await dsap.start(definition);
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(mostAtOnce(await dsap.log(id))).toBe(maxParallelAgents);
  },
);

test('S1-7.2.1-b: two atoms that share a resource never overlap; a third one beside them does', async () => {
  const steps = [atom('a', { resources: ['db'] }), atom('b', { resources: ['db', 'disk'] }), atom('c')];
  const id = await dsap.start(searching(steps, all('a', 'b', 'c'), { a: LATE('A'), b: LATE('B'), c: LATE('C') }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const log = await dsap.log(id);
  expect(positions(log, 'b').started).toBeGreaterThan(positions(log, 'a').finished);
  expect(positions(log, 'c').started).toBeLessThan(positions(log, 'a').generated);
});

test('S1-7.2.1-c: what began together is published together: the quick one is no binding while the slow one is made', async () => {
  const id = await dsap.start(
    searching([atom('quick'), atom('slow')], all('quick', 'slow'), { slow: LATE('s', '3s') }),
  );
  await dsap.until(id, ({ steps }) => steps['quick']?.sigma === 'satisfied');
  expect(await dsap.bindings(id)).toEqual([]);
  expect(await dsap.state(id)).toMatchObject({ bindings: {}, unresolved: ['slow'], guards: { quick: 'satisfied' } });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.bindings(id)).map(({ step }) => step)).toEqual(['quick', 'slow']);
  expect(Object.keys((await dsap.state(id)).bindings)).toEqual(['quick', 'slow']);
});

test('S1-7.2.1-d, S1-7.1-c: one fails, the others keep what they made, and the failure is in the Trail', async () => {
  const steps = [atom('B'), atom('C', { guard: failing(9), recovery: { rMax: 0 } })];
  const id = await dsap.start(searching(steps, all('B', 'C'), { B: LATE('B made it') }));
  expect(await dsap.question(id)).toMatchObject({ kind: 'attempts_exhausted', step: 'C' });
  await dsap.until(id, ({ steps: now }) => now['B']?.sigma === 'satisfied');
  expect(await dsap.trail(id)).toMatchObject([
    { type: 'parallel_failure', reason: expect.stringContaining('C failed') },
  ]);
  expect(await dsap.bindings(id)).toMatchObject([{ step: 'B', summary: 'B made it' }]);
  expect(await dsap.decide(id, 'retry', { extraAttempts: 20 })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({ epochs: { B: 1, C: 2 } });
});

test('S1-7.1-c: a worker whose model breaks does not break the run: the others go on to the end, and it is told', async () => {
  const broken = atom('C', { optional: true });
  const steps = [atom('B'), broken, atom('D', { requires: ['B'] })];
  const id = await dsap.start(searching(steps, all('B', 'D'), { B: LATE('B'), C: [{ status: 401 }] }));
  const open = await dsap.question(id);
  expect(open).toMatchObject({ kind: 'infrastructure', step: 'C' });
  expect(await dsap.decide(id, 'skip')).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.state(id)).toMatchObject({
    guards: { B: 'satisfied', C: 'waived', D: 'satisfied' },
    epochs: { B: 1 },
  });
});

test('S1-7.2.1-d: one that may be skipped fails: the run goes on without it, and the Trail tells', async () => {
  const steps = [
    atom('B'),
    atom('C', { guard: failing(9), recovery: { rMax: 0, onExhausted: 'skip' } }),
    atom('D', { requires: ['B'], optionalRequires: ['C'] }),
  ];
  const id = await dsap.start(searching(steps, all('D')));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(told(await dsap.trail(id))).toEqual(['parallel_failure']);
});

test('S1-7.4.2-e: one simple atom is one call of one worker, with nothing beside it', async () => {
  const id = await dsap.start(searching([atom('only')], all('only')));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const log = await dsap.log(id);
  expect(mostAtOnce(log)).toBe(1);
  expect(log.filter(({ type }) => type === 'attempt.started')).toHaveLength(1);
  expect(await dsap.trail(id)).toEqual([]);
});
