// Pure: when calls of an endpoint that is away go out, and when they wait (llm 3.2).
import { type BrokenBy, withBreaker } from '../../src/generators/breaker.ts';
import { type Generator, GeneratorDeferred, GeneratorError, type ModelAnswer } from '../../src/generators/generator.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { aRequest } from './support.ts';

const ANSWER: ModelAnswer = { text: 'yes', finishReason: 'stop', usage: NO_USAGE };
const AWAY = new GeneratorError('transport', 'connect ECONNREFUSED');

let clock = 0;
let reply: Generator['complete'] = async () => ANSWER;
let breaker: BrokenBy;
beforeEach(() => {
  clock = 1_000_000;
  reply = async () => ANSWER;
  breaker = withBreaker({ complete: (request) => reply(request) }, 'acme', () => clock);
});

const call = (request = aRequest()) => breaker.complete(request);
const fails = (fault: unknown = AWAY) => {
  reply = async () => Promise.reject(fault);
  return call().catch((caught: unknown) => caught);
};
async function openIt(): Promise<void> {
  for (let faults = 0; faults < 5; faults += 1) await fails();
  reply = async () => ANSWER;
}
const deferred = (found: unknown) => (found instanceof GeneratorDeferred ? found.until - clock : found);

test('llm 3.2: it opens after five faults, and a call then waits with the reason, the endpoint and the time', async () => {
  for (let faults = 0; faults < 4; faults += 1) await fails();
  expect(breaker.reading().state).toBe('closed');
  await fails();
  expect(breaker.reading()).toMatchObject({ state: 'open', since: clock, until: clock + 5_000, inFlight: 0 });
  const waits = await call().catch((error: unknown) => error);
  expect(waits).toMatchObject({ reason: 'outage', endpoint: 'acme', until: clock + 3_000 });
  expect(waits).toMatchObject({ message: expect.stringMatching(/acme is away since .* UTC: connect ECONNREFUSED/) });
});

test('llm 3.2: five faults that are less than half of the calls of 30 s leave it closed; older calls do not count', async () => {
  for (let calls = 0; calls < 6; calls += 1) await call();
  for (let faults = 0; faults < 5; faults += 1) await fails();
  expect(breaker.reading().state).toBe('closed');
  clock += 31_000;
  for (let faults = 0; faults < 4; faults += 1) await fails();
  expect(breaker.reading().state).toBe('closed');
  await fails();
  expect(breaker.reading().state).toBe('open');
});

test.each([
  ['a refusal', new GeneratorError('configuration', 'no such model', { status: 404 })],
  ['a rate limit', new GeneratorError('transport', 'slow down', { status: 429 })],
  ['a rate limit within an answer', new GeneratorError('transport', 'ThrottlingException', { isRateLimit: true })],
  ['a used-up quota', new GeneratorError('quota', 'pay')],
  ['a prompt that is too long', new GeneratorError('context_overflow', 'long')],
  ['an abort by us', new Error('stopped')],
  ['a wait for a limit', new GeneratorDeferred('wait', { reason: 'limit', endpoint: 'acme', until: 0 })],
])('llm 3.2: %s does not open it', async (_, error) => {
  for (let faults = 0; faults < 20; faults += 1) await fails(error);
  expect(breaker.reading().state).toBe('closed');
});

test('llm 3.2: one call at a time finds out whether the endpoint is back, and the pause grows from 5 s to 15 s', async () => {
  await openIt();
  for (const pause of [10_000, 15_000, 15_000]) {
    clock = breaker.reading().until ?? 0;
    let fail: (error: Error) => void = () => undefined;
    reply = () => new Promise((_, reject) => (fail = reject));
    const probe = call().catch((error: unknown) => error);
    expect(breaker.reading().state).toBe('probing');
    expect(deferred(await call().catch((error: unknown) => error))).toBe(3_000);
    fail(AWAY);
    await probe;
    expect(breaker.reading()).toMatchObject({ state: 'open', until: clock + pause });
  }
});

test('llm 3.2: a call that we refuse ourselves before it is sent is no answer of the endpoint', async () => {
  await openIt();
  clock = breaker.reading().until ?? 0;
  await fails(new GeneratorError('configuration', 'the prompt is longer than tokensPerMinute'));
  expect(breaker.reading()).toMatchObject({ state: 'open' });
  expect(breaker.reading().lastSuccess).toBeUndefined();
});

test('llm 3.2: a success of that call releases all others, from the first text on', async () => {
  await openIt();
  clock += 5_000;
  let finish: (answer: ModelAnswer) => void = () => undefined;
  reply = (request) => {
    request.onProgress?.({ text: '', outputTokens: 0 });
    expect(breaker.reading().state).toBe('probing');
    request.onProgress?.({ text: 'y', outputTokens: 1 });
    return new Promise((resolve) => (finish = resolve));
  };
  const probe = call();
  expect(breaker.reading().state).toBe('closed');
  reply = async () => ANSWER;
  await expect(call()).resolves.toBe(ANSWER);
  finish(ANSWER);
  await expect(probe).resolves.toBe(ANSWER);
});

test('llm 3.2: such a call that was revoked, or hangs, makes way for another', async () => {
  await openIt();
  clock += 5_000;
  await fails(new Error('stopped'));
  reply = () => new Promise(() => undefined);
  void call();
  expect(deferred(await call().catch((error: unknown) => error))).toBe(3_000);
  clock += 15_000;
  reply = async () => ANSWER;
  await expect(call()).resolves.toBe(ANSWER);
  expect(breaker.reading().state).toBe('closed');
});

test('llm 3.2: calls that were in flight when it opened neither close it nor keep it open for longer', async () => {
  const ends = [(): void => undefined];
  reply = () => new Promise((resolve) => ends.push(() => resolve(ANSWER)));
  const good = call();
  reply = () => new Promise((_, reject) => ends.push(() => reject(AWAY)));
  const bad = call().catch(() => undefined);
  await openIt();
  const before = breaker.reading();
  for (const end of ends) end();
  await Promise.all([good, bad]);
  expect(breaker.reading()).toMatchObject({ state: 'open', until: before.until ?? 0 });
});

const thoughtsOf = (request: Parameters<Generator['complete']>[0], thoughts: string) =>
  request.onProgress?.({ text: '', outputTokens: 0, thoughts });

test.each([
  ['the time of a guard', () => AbortSignal.timeout(0)],
  ['the time of a step', () => AbortSignal.abort(new GeneratorError('transport', 'late'))],
])(
  'llm 3.2: an endpoint that is silent until %s is over counts as away; one that has begun to answer does not',
  async (_, over) => {
    const late = (begins: boolean) => async () => {
      const time = new AbortController();
      reply = async (request) => {
        if (begins) thoughtsOf(request, 'hm');
        const reason: unknown = await reasonOf(over());
        time.abort(reason);
        throw reason;
      };
      await call(aRequest({ signal: time.signal })).catch(() => undefined);
    };
    for (let calls = 0; calls < 10; calls += 1) await late(true)();
    expect(breaker.reading().state).toBe('closed');
    clock += 31_000;
    for (let calls = 0; calls < 5; calls += 1) await late(false)();
    expect(breaker.reading()).toMatchObject({ state: 'open' });
  },
);

function reasonOf(signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return Promise.resolve(signal.reason);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));
}

test('llm 3.2: the first thought of that call releases all others, too', async () => {
  await openIt();
  clock += 5_000;
  let finish: (answer: ModelAnswer) => void = () => undefined;
  reply = (request) => {
    thoughtsOf(request, 'h');
    return new Promise((resolve) => (finish = resolve));
  };
  const probe = call();
  expect(breaker.reading()).toMatchObject({ state: 'closed', lastSuccess: clock });
  finish(ANSWER);
  await probe;
});

test('llm 3.2: faults of calls from before the return do not open it again', async () => {
  const ends: (() => void)[] = [];
  reply = () => new Promise((_, reject) => ends.push(() => reject(AWAY)));
  const before = Array.from({ length: 20 }, () => call().catch(() => undefined));
  await openIt();
  clock += 5_000;
  await call();
  for (const end of ends) end();
  await Promise.all(before);
  expect(breaker.reading()).toMatchObject({ state: 'closed', inFlight: 0 });
  await expect(call()).resolves.toBe(ANSWER);
});

test('llm 3.8: the fault that opens it, and those that find it open, say so', async () => {
  for (let faults = 0; faults < 4; faults += 1) await fails(new GeneratorError('transport', 'reset'));
  const last = new GeneratorError('transport', 'reset');
  await fails(last);
  expect(last.isAway).toBe(true);
  clock += 5_000;
  const probe = new GeneratorError('transport', 'reset');
  await fails(probe);
  expect(probe.isAway).toBe(true);
  reply = async () => ANSWER;
  clock += 10_000;
  await call();
  const later = new GeneratorError('transport', 'reset');
  await fails(later);
  expect(later.isAway).toBe(false);
});
