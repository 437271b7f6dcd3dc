// Real Temporal, real PostgreSQL: guards that are judged within the workflow task, and what becomes of those that cannot be (performance 2.1).
import { Worker } from '@temporalio/worker';
import { stateQuery } from '../../src/workflows/messages.ts';
import { calledBy } from '../support/engine/called.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { LINGERING_VERDICT, SLOW_VERDICT, withSlowVerdicts } from '../support/engine/slow-verdicts.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ seen: withSlowVerdicts });
});
/** What was asked beside runs; it ends before its connection does. */
const askings: Promise<unknown>[] = [];
afterAll(async () => {
  await Promise.allSettled(askings);
  await engine?.stop();
});

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'no' };

/**
 * What a run has begun, and why its history would not replay. `beside`: what is done with it until it is over; what is under way of it then is not
 * waited for, since a query of a workflow that has just completed may be lost, and takes half a minute until the server says so.
 */
async function played(
  document: Readonly<Record<string, unknown>>,
  beside = (_id: string, _isOver: () => boolean) => Promise.resolve(),
) {
  const id = await engine.start(document);
  let isOver = false;
  const done = engine.until(id, ended);
  const asking = beside(id, () => isOver);
  askings.push(asking);
  const state = await Promise.race([done, asking.then(() => done)]);
  isOver = true;
  const history = await engine.client.workflow.getHandle(id).fetchHistory();
  const workflowBundle = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };
  const problems: string[] = [];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [{ workflowId: id, history }]))
    if (error) problems.push(error.message);
  const begun = (await calledBy(engine.client, id)).filter(({ name }) => name !== 'flush');
  return { id, state, problems, begun: begun.map(({ name, local }) => (local ? `${name} here` : name)) };
}

const GENERATE = 'generate';
const HERE = 'evaluateGuard here';
const DISPATCHED = 'evaluateGuard';

test('what takes longer than a second goes on as an activity of its own, and counts once', async () => {
  const { id, state, problems, begun } = await played(scripted(['a', 'b'], [SLOW_VERDICT, PASS]));
  expect(begun).toEqual([GENERATE, HERE, DISPATCHED, GENERATE, HERE]);
  expect(problems).toEqual([]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2, llmCalls: 2 } });
  const verdicts = (await engine.log(id)).filter(({ type }) => type === 'guard.verdict');
  expect(verdicts).toHaveLength(2);
});

test('R32: a guard that breaks here is neither a verdict nor a fault; the activity that follows notes what breaks then', async () => {
  const { state, problems, begun } = await played(scripted(['a'], [{ error: true }, PASS]));
  expect(begun).toEqual([GENERATE, HERE, DISPATCHED]);
  expect(problems).toEqual([]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
});

test('steps that are ready in the same moment are judged one after the other, as a replay does', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const steps = ids.map((id) => ({
    id,
    model: { name: 'sim:script', extra: { sim: { outputs: { [id]: [{ text: 'x', delay: '100ms' }] } } } },
    generator: { kind: 'llm', prompt: 'Do it.' },
    guard: { use: 'scripted', with: { verdicts: [RETRY, PASS] } },
  }));
  const { state, problems, begun } = await played({ name: 'beside', budgets: { maxParallelAgents: 5 }, steps });
  expect(problems).toEqual([]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 10 } });
  expect(begun.filter((name) => name === HERE)).toHaveLength(10);
  expect(begun).not.toContain(DISPATCHED);
});

test('queries that come while something is judged are answered, and the history replays', async () => {
  const steps = Array.from({ length: 12 }, (_, index) => `s${index}`).map((id, index) => ({
    id,
    model: {
      name: 'sim:script',
      extra: {
        sim: { outputs: { [id]: [0, 1].map((n) => ({ text: `x${n}`, delay: `${(index * 23 + n * 17) % 120}ms` })) } },
      },
    },
    generator: { kind: 'llm', prompt: 'Do it.' },
    guard: { use: 'scripted', with: { verdicts: [LINGERING_VERDICT, PASS] } },
  }));
  let answers = 0;
  const queried = async (id: string, isOver: () => boolean) => {
    const handle = engine.client.workflow.getHandle(id);
    while (!isOver())
      await handle.query(stateQuery).then(
        () => (answers += 1),
        (error: unknown) => {
          if (!isOver()) throw error;
        },
      );
  };
  const often = async (id: string, isOver: () => boolean) =>
    void (await Promise.all(Array.from({ length: 10 }, () => queried(id, isOver))));
  const { state, problems, begun } = await played({ name: 'asked', budgets: { maxParallelAgents: 12 }, steps }, often);
  expect(problems).toEqual([]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 24 } });
  expect(begun.filter((name) => name === HERE).length).toBeGreaterThan(10);
  expect(answers).toBeGreaterThan(3);
});

test('the log is the same, event by event, as that of a run of before', async () => {
  const document = scripted(['a', 'b', 'c'], [RETRY, RETRY, PASS]);
  const now = await engine.start(document);
  const plan = (await engine.store.runs.find(now))?.record.plan;
  if (!plan) throw new Error('the run is not stored');
  const before = await engine.start(document, { plan: { ...plan, schema: 1 } });
  const logs = await Promise.all(
    [now, before].map(async (id) => {
      await engine.until(id, ended);
      return (await engine.log(id)).map((event) => JSON.stringify({ ...event, at: 0 }).replaceAll(/art_\w+/g, 'art'));
    }),
  );
  expect(logs[0]?.slice(1)).toEqual(logs[1]?.slice(1));
  expect((await calledBy(engine.client, before)).some(({ local }) => local)).toBe(false);
  // What it sends is whole, as workers of before read it.
  expect(await firstSent(before)).toMatchObject({ runId: before, epoch: 1, n: 1, dependencies: {}, history: [] });
  expect(await firstSent(now)).not.toHaveProperty('runId');
});

/** What the first call of a run's model was handed, as it is in the history. */
async function firstSent(id: string): Promise<unknown> {
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  const asked = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name === GENERATE ? (scheduled.input?.payloads ?? []) : [],
  );
  return JSON.parse(Buffer.from(asked[0]?.data ?? []).toString());
}
