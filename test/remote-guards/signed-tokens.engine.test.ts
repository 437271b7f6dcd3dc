// A real Temporal server and a real PostgreSQL; the calls of guards are taken from Temporal's history, since nobody judges them.
import type { FastifyInstance } from 'fastify';
import { createCallSigner, SIGNING_KEY } from '../../src/remote-guards/signed-token.ts';
import { PATH, type SignedCall, textOf } from '../../src/remote-guards/wire.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { startApiFor, startRemoteGuards } from '../support/engine/remote-guards.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { atom, objective, searching } from '../support/played/and-or.ts';
import { until } from '../support/until.ts';

let engine: TestEngine;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  engine = await startEngine({ dispatched: true, slots: { generate: 20, guard: 0, text: 0 } });
  ({ app, url } = await startApiFor(engine));
});
afterAll(async () => {
  await app?.close();
  await engine?.stop();
});

const PASS = { verdict: 'pass' };
const FOUND = { ...PASS, feedback: '', guard: 'scripted', nature: 'deterministic', durationMs: 1, subResults: [] };

/** The call of a guard as Temporal hands it to whoever polls. */
async function scheduledCall(runId: string, activity = 'evaluateGuard'): Promise<SignedCall> {
  return until(`a call of ${activity}`, async () => {
    const { events } = await engine.client.workflow.getHandle(runId).fetchHistory();
    const scheduled = (events ?? []).map((event) => event.activityTaskScheduledEventAttributes);
    const call = scheduled.findLast((each) => each?.activityType?.name === activity);
    const data = call?.input?.payloads?.[0]?.data;
    return data ? (JSON.parse(new TextDecoder().decode(data)) as SignedCall) : undefined;
  });
}

async function aCall(facts: object = {}) {
  const runId = await engine.start(scripted(['good'], [PASS], facts));
  const { text, signedToken = '' } = textOf(await scheduledCall(runId));
  return { runId, text, signedToken };
}

async function ask(name: string, bearer: string | undefined, body: object) {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const answer = await app.inject({ method: 'POST', url: `${PATH}/${name}`, headers, payload: body });
  return { status: answer.statusCode, body: answer.json() };
}

test('guards 1.7: a call carries the signed token that opens its own material, and nothing of any other', async () => {
  const [mine, other] = [await aCall(), await aCall()];
  const { status, body } = await ask('open', mine.signedToken, { call: mine.text });
  expect(status).toBe(200);
  expect(body).toMatchObject({ run: { id: mine.runId }, answer: { text: 'good' }, history: [], dependencies: {} });
  expect(await ask('open', mine.signedToken, { call: other.text })).toMatchObject({
    status: 403,
    body: { code: 'other_call' },
  });
  // All that a run has made is for the verification of its base case alone.
  expect(await ask('base-case/open', mine.signedToken, { call: mine.text })).toMatchObject({
    status: 403,
    body: { code: 'other_call' },
  });
});

const ROUTES = [
  ['open', {}],
  ['verdict', { found: JSON.stringify(FOUND) }],
  ['fault', { found: JSON.stringify({ detail: 'x', startedAt: 1 }) }],
  ['judge', { use: 'llm-judge', options: '{}' }],
] as const;

describe.each(ROUTES)('guards 1.7: %s', (name, body) => {
  let call: Awaited<ReturnType<typeof aCall>>;
  beforeAll(async () => {
    call = await aCall();
  });

  test.each([
    ['without a bearer', () => undefined, 401, 'not_authenticated'],
    ['with a word that is no signed token', () => 'let-me-in', 401, 'not_authenticated'],
    [
      'with a signed token of its own making',
      ({ text }) => createCallSigner(Buffer.alloc(32)).signedTokenOf(text),
      401,
      'not_authenticated',
    ],
    ['with the digest of the call alone', ({ signedToken }) => signedToken.split('.')[0], 401, 'not_authenticated'],
  ] as readonly (readonly [string, (from: typeof call) => string | undefined, number, string])[])(
    '%s is refused',
    async (_title, bearer, status, code) => {
      expect(await ask(name, bearer(call), { call: call.text, ...body })).toMatchObject({ status, body: { code } });
    },
  );

  test.each([
    ['another run', { runId: 'run_other' }],
    ['another token', { token: 't99' }],
    ['another artifact', { artifactId: 'art_other' }],
    ['events that nobody asked for', { events: [{ type: 'run.completed', seq: 4, at: 1 }] }],
  ])('the signed token does not hold for %s', async (_title, change) => {
    const before = await engine.log(call.runId);
    const changed = JSON.stringify({ ...JSON.parse(call.text), ...change });
    expect(await ask(name, call.signedToken, { call: changed, ...body })).toMatchObject({
      status: 403,
      body: { code: 'other_call' },
    });
    expect(await engine.log(call.runId)).toEqual(before);
  });

  test('the signed token has expired once the call has come to an end', async () => {
    const done = await aCall();
    const guards = await startRemoteGuards(engine, url);
    await engine.until(done.runId, ended);
    await guards.stop();
    expect(await ask(name, done.signedToken, { call: done.text, ...body })).toMatchObject({
      status: 403,
      body: { code: 'call_over' },
    });
    expect(await engine.store.verdicts.find(done.runId, JSON.parse(done.text).token)).toMatchObject(PASS);
  });
});

test.each([
  ['base-case/open', {}],
  ['base-case/evidence', { found: '{}' }],
  ['base-case/leaf', { question: 'baseCase' }],
  ['base-case/leaf/answer', { found: '{}' }],
  ['fault', { found: '{}' }],
])(
  'guards 1.7: the signed token of a verification has expired for %s once the base case was verified',
  async (name, body) => {
    const guards = await startRemoteGuards(engine, url);
    const definition = searching([atom('one')], { objective: objective('one') });
    const made = await app.inject({ method: 'POST', url: '/v1/runs', payload: { workflow: { definition } } });
    const { id } = made.json();
    await engine.until(id, ended);
    await guards.stop();
    const { text, signedToken } = textOf(await scheduledCall(id, 'verifyBaseCase'));
    expect(await ask(name, signedToken, { call: text, ...body })).toMatchObject({
      status: 403,
      body: { code: 'call_over' },
    });
  },
);

test('R27: of two verdicts under one signed token the first is kept, and answered to both', async () => {
  const { runId, text, signedToken } = await aCall();
  const rejection = { ...FOUND, verdict: 'retry', feedback: 'no' };
  const first = await ask('verdict', signedToken, { call: text, found: JSON.stringify(rejection) });
  const second = await ask('verdict', signedToken, { call: text, found: JSON.stringify(FOUND) });
  expect([first, second]).toEqual([
    { status: 200, body: rejection },
    { status: 200, body: rejection },
  ]);
  const { token } = JSON.parse(text);
  expect(await engine.store.verdicts.find(runId, token)).toEqual(rejection);
});

test('a fault is noted under the call of the signed token, whatever the fault says of itself', async () => {
  const { runId, text, signedToken } = await aCall();
  const fault = { detail: 'broke', startedAt: 5, runId: 'run_other', token: 't99', phase: 'generate' };
  expect(await ask('fault', signedToken, { call: text, found: JSON.stringify(fault) })).toEqual({
    status: 200,
    body: { count: 1, equal: 1, firstStartedAt: 5 },
  });
  expect(await engine.store.faults.count(runId, JSON.parse(text).token, 'guard')).toBe(1);
});

test('a model is asked only what a judged leaf of the call asks', async () => {
  const judge = { use: 'llm-judge', with: { rubric: 'It is calm.', model: 'sim:default' } };
  const { text, signedToken } = await aCall({ guard: { sequence: [{ use: 'not-empty' }, judge] } });
  const asked = (use: string, options: object) =>
    ask('judge', signedToken, { call: text, use, options: JSON.stringify(options) });
  expect(await asked('llm-judge', { ...judge.with, rubric: 'Write me a poem.' })).toMatchObject({
    status: 403,
    body: { code: 'other_call' },
  });
  expect(await asked('not-empty', {})).toMatchObject({ status: 403, body: { code: 'other_call' } });
  const { status, body } = await asked('llm-judge', judge.with);
  expect([status, Object.keys(body)]).toEqual([200, [expect.stringMatching(/^(answer|unreadable)$/)]]);
});

test('a log that has forked is told as such', async () => {
  const { text } = await aCall();
  const signer = createCallSigner(await engine.store.keys.of(SIGNING_KEY));
  const forked = JSON.stringify({ ...JSON.parse(text), events: [{ type: 'run.paused', by: 'x', seq: 1, at: 1 }] });
  expect(await ask('open', signer.signedTokenOf(forked), { call: forked })).toMatchObject({
    status: 409,
    body: { code: 'log_forked' },
  });
});

test('R57: the key of the service opens no call, a signed token nothing else, and those who bear one are not held back', async () => {
  const rateLimit = { max: 4, windowMs: 60_000 };
  const { app: guarded } = await startApiFor(engine, { auth: 'keys', apiKey: 'correct-horse', rateLimit });
  const { text, signedToken } = await aCall();
  const open = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await guarded.inject({ method: 'POST', url: `${PATH}/open`, headers, payload: { call: text } })).statusCode;
  };
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(signedToken)));
  expect(opened).toEqual(opened.map(() => 200));
  expect(await open('correct-horse')).toBe(401);
  const elsewhere = await guarded.inject({ url: '/v1/guards', headers: { authorization: `Bearer ${signedToken}` } });
  expect(elsewhere.statusCode).toBe(401);
  const guessed = await Promise.all(Array.from({ length: 4 }, (_, index) => open(`guess-${index}`)));
  expect(guessed).toContain(429);
  await guarded.close();
});

test('the routes are no part of the described API', async () => {
  const { paths } = (await app.inject('/openapi.json')).json();
  expect(Object.keys(paths).filter((path) => path.includes('internal'))).toEqual([]);
});
