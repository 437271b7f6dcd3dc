// Generators and guards that are activities on a task queue of somebody else's: real Temporal, a worker of the test's own.
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { NativeConnection, Worker } from '@temporalio/worker';
import { ExactNumber } from '../../src/text/exact-number.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { ended } from '../support/engine/scripted.ts';

const QUEUE = `theirs-${randomUUID()}`;

interface Request {
  readonly idempotencyKey: string;
  readonly step: string;
  readonly attempt: number;
  readonly given?: unknown;
  readonly args?: unknown;
  readonly history?: readonly { readonly feedback: string }[];
  readonly artifact?: { readonly text: string };
  readonly artifacts?: Readonly<Record<string, string>>;
}

const asked: { readonly activity: string; readonly request: Request }[] = [];
let failures = 0;

const ACTIVITIES = {
  async write(request: Request) {
    asked.push({ activity: 'write', request });
    return request.history?.some(({ feedback }) => feedback.includes('Ada')) ? 'Hello Ada' : 'Hello';
  },
  async count(request: Request) {
    asked.push({ activity: 'count', request });
    return { letters: request.artifacts?.['work']?.length };
  },
  async review(request: Request) {
    asked.push({ activity: 'review', request });
    const name = String(Reflect.get(Object(request.args), 'name'));
    return request.artifact?.text.includes(name)
      ? { verdict: 'pass', score: 1, data: { name } }
      : { verdict: 'retry', feedback: `ValueError: it does not greet ${name}` };
  },
  async price() {
    return { id: new ExactNumber('7300000000000000001'), price: new ExactNumber('1.10') };
  },
  async weigh() {
    return { verdict: 'pass', score: new ExactNumber('0.90'), data: { id: new ExactNumber('7300000000000000001') } };
  },
  async nonsense() {
    return 'fine';
  },
  async header() {
    return { content: 'x', mediaType: 'bo gus\r\nX: y' };
  },
  async verbose() {
    return { verdict: 'pass', data: 'x'.repeat(16 * 1024) };
  },
  async flaky() {
    failures += 1;
    if (failures < 3) throw new Error('not yet');
    return { content: '{"ok":true}', mediaType: 'application/json' };
  },
  async never() {
    throw ApplicationFailure.nonRetryable('the disk is full');
  },
};

let engine: TestEngine;
let connection: NativeConnection;
let worker: Worker;
let running: Promise<void>;
beforeAll(async () => {
  engine = await startEngine();
  connection = await NativeConnection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  worker = await Worker.create({ connection, taskQueue: QUEUE, activities: ACTIVITIES });
  running = worker.run();
});
afterAll(async () => {
  worker.shutdown();
  await running;
  await connection.close();
  await engine.stop();
});

const external = (activity: string, more: object = {}) => ({ kind: 'external', taskQueue: QUEUE, activity, ...more });
const judgedBy = (activity: string, args?: unknown) => ({
  use: 'external',
  with: { taskQueue: QUEUE, activity, ...(args !== undefined && { args }) },
});
const step = (generator: object, guard: object, facts: object = {}) => ({ id: 'work', generator, guard, ...facts });

async function play(...steps: readonly object[]) {
  const id = await engine.start({ name: 'external', steps }, { input: { who: 'Ada' } });
  const state = await engine.until(id, (one) => ended(one) || one.life.status === 'escalated');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 50 });
  return { id, state, attempts: rows };
}

test('R35, R73: an activity of theirs makes the artifact and another one judges it; feedback comes round', async () => {
  asked.length = 0;
  const { state, attempts } = await play(
    step(external('write', { input: { tone: 'warm' } }), {
      sequence: [{ use: 'not-empty' }, judgedBy('review', { name: 'Ada' })],
    }),
    step(external('count'), { use: 'json' }, { id: 'count', requires: ['work'] }),
  );
  expect(state.life.status).toBe('completed');
  expect(attempts.map(({ step: id, status, verdict }) => [id, status, verdict?.feedback])).toEqual([
    ['work', 'rejected', 'ValueError: it does not greet Ada'],
    ['work', 'accepted', ''],
    ['count', 'accepted', ''],
  ]);
  expect(attempts[1]?.verdict).toMatchObject({ score: 1, data: { name: 'Ada' } });
  expect(attempts[2]?.artifact).toMatchObject({ mediaType: 'application/json', bytes: '{"letters":9}'.length });
  expect(asked.map(({ activity }) => activity)).toEqual(['write', 'review', 'write', 'review', 'count']);
  expect(asked[0]?.request).toMatchObject({ given: { tone: 'warm' }, step: 'work', attempt: 1 });
  expect(new Set(asked.map(({ request }) => request.idempotencyKey)).size).toBe(5);
});

test('R127: numbers that an activity of theirs answers keep their digits, in the artifact and in the verdict', async () => {
  const sum = { kind: 'fixed', content: '{artifact.work.id} {artifact.work.price}' };
  const { state, attempts } = await play(step(external('price'), judgedBy('weigh')), {
    id: 'told',
    requires: ['work'],
    generator: sum,
    guard: { use: 'not-empty' },
  });
  expect(state.life.status).toBe('completed');
  expect(attempts[0]?.artifact).toMatchObject({ bytes: '{"id":7300000000000000001,"price":1.10}'.length });
  expect(attempts[0]?.verdict?.score).toBe(0.9);
  expect(String(Reflect.get(Object(attempts[0]?.verdict?.data), 'id'))).toBe('7300000000000000001');
  const told = await engine.store.artifacts.read([state.steps['told']?.artifact?.id ?? '']);
  expect([...told.values()].map(({ text }) => text)).toEqual(['7300000000000000001 1.10']);
});

test('R32: what they throw is retried by Temporal and costs no attempt', async () => {
  failures = 0;
  const { state } = await play(step(external('flaky'), { use: 'json' }));
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect(failures).toBe(3);
});

test.each([
  [
    'a generator that cannot go on',
    external('never'),
    { use: 'not-empty' },
    /never on theirs-.* gave no answer: the disk is full/,
  ],
  [
    'a guard that cannot go on',
    { kind: 'fixed', content: 'x' },
    judgedBy('never'),
    /gave no verdict: the disk is full/,
  ],
  [
    'a generator that names no media type',
    external('header'),
    { use: 'not-empty' },
    /header on theirs-.* gave no artifact: .*a media type looks like/s,
  ],
  [
    'a guard that says more than a verdict may carry (R67)',
    { kind: 'fixed', content: 'x' },
    judgedBy('verbose'),
    /larger than 16384 bytes/,
  ],
  ['a guard that says no verdict', { kind: 'fixed', content: 'x' }, judgedBy('nonsense'), /must answer \{verdict/],
])('R32: %s is infrastructure: a person is asked at once', async (_, generator, guard, question) => {
  const { state } = await play(step(generator, guard));
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'infrastructure', question: expect.stringMatching(question) },
  ]);
});

test('R32: where nobody polls the queue, a person is asked when the time for faults is over', async () => {
  const nobody = { kind: 'external', taskQueue: `nobody-${randomUUID()}`, activity: 'write' };
  const { state } = await play(step(nobody, { use: 'not-empty' }, { timeouts: { generate: 'PT1S', infra: 'PT1S' } }));
  const question = expect.stringMatching(/no worker took it within 2 s: start one that polls nobody-/);
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', question }]);
});

test('R73: a person and an activity judge one artifact; the activity is asked once', async () => {
  asked.length = 0;
  const guard = { sequence: [judgedBy('review', { name: 'Ada' }), { use: 'human', with: { question: 'Good?' } }] };
  const id = await engine.start({ name: 'both', steps: [step({ kind: 'fixed', content: 'Hello Ada' }, guard)] });
  const parked = await engine.until(id, ({ life }) => life.status === 'escalated');
  const [escalationId = ''] = Object.keys(parked.escalations);
  await engine.client.workflow.getHandle(id).signal('decide', { escalationId, action: 'approve' });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
  expect(asked).toHaveLength(1);
});

test('a request that is larger than Temporal takes is said to a person', async () => {
  const { state } = await play(
    step({ kind: 'fixed', content: 'x'.repeat(1_100_000) }, judgedBy('review', { name: 'x' })),
  );
  expect(Object.values(state.escalations)).toMatchObject([
    { kind: 'infrastructure', question: expect.stringContaining('may travel') },
  ]);
});
