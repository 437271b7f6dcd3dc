// A real Temporal server: what keeps a run from going on, as the server knows it (console 6.4).
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createTemporalRunClient } from '../../../src/temporal/temporal-run-client.ts';
import { memoryRun } from '../../../src/testing/memory-world.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { scripted } from '../../support/engine/scripted.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { until } from '../../support/until.ts';

const PASS = { verdict: 'pass' };
const PROFILE = {
  jsonSchema: 'none',
  seed: false,
  maxTokensField: 'max_tokens',
  usage: 'none',
  systemRole: 'system',
} as const;
const SLOW = { text: 'late', delay: '20s' };

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ slots: { generate: 1, guard: 20 } });
});
afterAll(() => engine.stop(), 60_000);

const found = (id: string, what: string, runs = engine.runs) =>
  until(what, async () => {
    const hindrances = await runs.hindrances(id);
    return hindrances.length > 0 ? hindrances : undefined;
  });
const stopped = (id: string) => engine.runs.send(id, { kind: 'terminate', by: 'me' }, `end-${id}`);

test('console 6.4: a provider that fails is told with its error and the next try', async () => {
  const down = Array.from({ length: 9 }, () => ({ status: 503 }));
  const id = await engine.start(scripted(down, [PASS]));
  const seen = await until('a time for the next try', async () => {
    const [one] = await engine.runs.hindrances(id);
    return one?.kind === 'retrying' && one.nextAt !== undefined && one.tries > 1 ? one : undefined;
  });
  expect(seen).toMatchObject({
    work: 'generate',
    steps: ['work'],
    error: expect.stringContaining('503'),
    nextAt: expect.any(Number),
  });
  await stopped(id);
});

test('console 6.4: a guard that breaks is told apart from a provider', async () => {
  const broken = Array.from({ length: 9 }, () => ({ error: true }));
  const id = await engine.start(scripted(['good'], broken));
  // It waits for its slot first, as long as the run before it has it.
  const seen = await until('the broken guard', async () => {
    const [one] = await engine.runs.hindrances(id);
    return one?.kind === 'retrying' ? one : undefined;
  });
  expect(seen).toMatchObject({ work: 'judge', steps: ['work'] });
  await stopped(id);
});

test("console 6.4: a run that waits for a model's slot is told so, while the one that has it is kept by nothing", async () => {
  const [one, other] = [await engine.start(scripted([SLOW], [PASS])), await engine.start(scripted([SLOW], [PASS]))];
  const waiting = await until('one of them to wait', async () => {
    const told = await Promise.all([one, other].map((id) => engine.runs.hindrances(id)));
    // The run of another test may have the slot at first.
    return told.flat().length === 1 ? told : undefined;
  });
  expect(waiting.filter((each) => each.length === 0)).toHaveLength(1);
  expect(waiting.flat()).toEqual([{ kind: 'no_slot', work: 'generate' }]);
  await Promise.all([stopped(one), stopped(other)]);
});

test('llm 3.7: a call that waits for its turn at an endpoint holds no slot and says so, while the one that has it is kept by nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  const endpoint = { name: 'narrow', baseUrl, concurrency: 1, profile: PROFILE };
  const narrow = await startEngine({ models: { endpoints: [endpoint], defaultModel: 'narrow/one' } });
  try {
    const step = { id: 'work', generator: { kind: 'llm', prompt: 'Work.' }, guard: { use: 'not-empty' } };
    const ids = [
      await narrow.start({ name: 'one', steps: [step] }),
      await narrow.start({ name: 'two', steps: [step] }),
    ];
    const waiting = await until('one of them to wait', async () => {
      const told = await Promise.all(ids.map((id) => narrow.store.waits.ofRun(id)));
      return told.flat().length > 0 ? told : undefined;
    });
    expect(waiting.flat()).toMatchObject([{ reason: 'limit', endpoint: 'narrow' }]);
    await Promise.all(ids.map((id) => narrow.runs.kill(id, 'enough')));
  } finally {
    silent.closeAllConnections();
    silent.close();
    await narrow.stop();
  }
}, 120_000);

test('console 6.4: a run that no worker polls for is told so; one that never was is kept by nothing', async () => {
  const { client } = engine;
  const runs = createTemporalRunClient({ client, taskQueue: 'nobody-polls-it', settings: { heartbeatTimeout: 5_000 } });
  const runId = `run_${randomUUID()}`;
  const { plan, state } = memoryRun(aPlan([aStep('one')]), { runId }).now;
  await runs.start({ plan, state, summary: '', tags: [] });
  expect(await found(runId, 'nobody to be there', runs)).toEqual([
    { kind: 'no_worker', detail: expect.stringContaining('no worker polls nobody-polls-it') },
  ]);
  await runs.kill(runId, 'enough');
  expect(await engine.runs.hindrances('run_none')).toEqual([]);
});

test('console 6.4: a guard outside that nobody polls for is told with its task queue, and not as a lack of slots', async () => {
  const outside = { activity: 'inspect', queue: `nobody-${randomUUID()}` };
  const guard = { use: 'external', with: { taskQueue: outside.queue, activity: outside.activity } };
  const id = await engine.start(scripted(['good'], [], { guard }));
  // It waits for the slot of a model first.
  const seen = await until('nobody to inspect', async () => {
    const hindrances = await engine.runs.hindrances(id);
    return hindrances.some(({ kind }) => kind !== 'no_slot') ? hindrances : undefined;
  });
  expect(seen).toEqual([{ kind: 'no_outside_worker', outside }]);
  // Lists ask of the task queue, not of the run.
  expect(await engine.runs.unpolled([outside.queue])).toEqual(new Set([outside.queue]));
  await stopped(id);
});
