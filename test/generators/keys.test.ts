// Pure: which key of an endpoint a call is sent with, and when a key is not used (llm 3.6).
import { withBreaker } from '../../src/generators/breaker.ts';
import { type Generator, GeneratorDeferred, GeneratorError, type ModelAnswer } from '../../src/generators/generator.ts';
import { type ChosenKeys, type Lane, withKeys } from '../../src/generators/keys.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { aRequest, failureOf } from './support.ts';

const ANSWER: ModelAnswer = { text: 'yes', finishReason: 'stop', usage: NO_USAGE };
const START = Date.UTC(2026, 0, 31, 12);
const MINUTE = 60_000;

const refusal = (status: number, message = `the provider answered ${status}`) =>
  new GeneratorError('configuration', `endpoint acme: ${message}`, {
    status,
    isKeyRefused: status === 401 || status === 403,
  });
const rateLimit = () =>
  new GeneratorError('transport', 'endpoint acme: slow down', {
    status: 429,
    isRateLimit: true,
    retryAfter: 20_000,
  });
const away = () => new GeneratorError('transport', 'endpoint acme: ECONNREFUSED', { neverConnected: true });
const turnIn = (milliseconds: number, reason: 'limit' | 'outage' | 'cap' = 'limit') =>
  new GeneratorDeferred('wait', { reason, endpoint: 'acme', until: clock + milliseconds });

let clock = START;
let sent: string[];
/** By key: what it answers, and what remains of its allowance. */
let replies: Record<string, Generator['complete']>;
let allowances: Record<string, number>;
let told: string[];
let keys: ChosenKeys;

function lane(id: string): Lane {
  const breaker = withBreaker(
    {
      complete(request) {
        sent.push(id);
        return (replies[id] ?? (async () => ANSWER))(request);
      },
    },
    'acme',
    () => clock,
  );
  return { ...breaker, id, variable: id, allowance: () => allowances[id] ?? 1 };
}

function setUp(...names: readonly string[]): void {
  keys = withKeys(names.map(lane), { endpoint: 'acme', onRetired: (text) => void told.push(text), now: () => clock });
}

beforeEach(() => {
  [clock, sent, replies, allowances, told] = [START, [], {}, {}, []];
  setUp('A', 'B', 'C');
});

const call = (request = aRequest()) => keys.complete(request);
const failing = (reason: Error) => async () => {
  throw reason;
};
async function sentBy(work: () => Promise<unknown>): Promise<string> {
  sent = [];
  await work().catch(() => undefined);
  return sent.join('');
}
const outcomeOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('llm 3.6: which key comes first', () => {
  test.each<[string, Record<string, number>, string]>([
    ['equal keys take turns', {}, 'ABCABC'],
    ['the one with the most remaining allowance', { A: 0.2, B: 0.9, C: 0.5 }, 'BBBBBB'],
    ['two equal ones of three take turns', { A: 0.5, B: 0.1, C: 0.5 }, 'ACCACC'],
    ['a key that is used up is the last', { A: 0, B: 0, C: 0.01 }, 'CCCCCC'],
  ])('%s', async (_, remaining, order) => {
    allowances = remaining;
    const found = await sentBy(async () => {
      for (let count = 0; count < 6; count += 1) await call();
    });
    expect(found).toBe(order);
  });

  test('an attempt of an agent stays on its key, others take turns meanwhile', async () => {
    const turnOf = (attempt: number) =>
      aRequest({ tools: [], place: { runId: 'run_1', step: 'a', epoch: 1, attempt, n: attempt, faults: 0 } });
    const found = await sentBy(async () => {
      for (const attempt of [1, 2, 1, 1, 2, 3, 1]) await call(turnOf(attempt));
      replies['A'] = failing(refusal(401));
      await call(turnOf(1));
      await call(turnOf(1));
    });
    expect(found.slice(0, 7)).toBe('ABAABCA');
    // After the refusal of its key it moves to another, and stays there.
    expect(found.slice(7)).toMatch(/^A([BC])\1$/);
  });

  test('an attempt leaves its key while its breaker is open', async () => {
    const turn = aRequest({ tools: [] });
    await call(turn);
    replies['A'] = failing(away());
    for (let faults = 0; faults < 5; faults += 1) await call(turn).catch(() => undefined);
    expect(await sentBy(() => call(turn))).toMatch(/^[BC]$/);
  });
});

describe('llm 3.6: a key that is refused', () => {
  test.each([
    ['401', refusal(401)],
    ['403', refusal(403)],
    ['a used-up quota', new GeneratorError('quota', 'endpoint acme: pay', { status: 429 })],
    ['402', new GeneratorError('quota', 'endpoint acme: pay', { status: 402 })],
  ])('%s retires it for ten minutes, and the call goes on with the next key', async (_, error) => {
    replies['A'] = failing(error);
    expect(await sentBy(() => call())).toBe('AB');
    clock = START + 10 * MINUTE - 1;
    expect(await sentBy(async () => Promise.all([call(), call(), call(), call()]))).not.toContain('A');
    clock = START + 10 * MINUTE;
    replies = {};
    expect(await sentBy(async () => Promise.all([call(), call(), call()]))).toContain('A');
  });

  test('it is reported once, with the endpoint, the variable, the sentence and the time, until it works again', async () => {
    replies['A'] = failing(refusal(401, 'the provider answered 401: Incorrect API key provided'));
    for (let calls = 0; calls < 4; calls += 1) await call();
    clock = START + 10 * MINUTE;
    for (let calls = 0; calls < 4; calls += 1) await call();
    expect(told).toEqual([
      'endpoint acme: the key in A is not used until 2026-01-31T12:10:00.000Z: the provider answered 401: Incorrect API key provided',
    ]);
    clock = START + 20 * MINUTE;
    replies = {};
    for (let calls = 0; calls < 3; calls += 1) await call();
    replies['A'] = failing(refusal(401));
    for (let calls = 0; calls < 3; calls += 1) await call();
    expect(told).toHaveLength(2);
  });

  test('an answer to a call that went out before the refusal does not bring the key back', async () => {
    setUp('A', 'B');
    let finish: () => void = () => undefined;
    replies['A'] = () => new Promise((resolve) => (finish = () => resolve(ANSWER)));
    const early = call();
    replies['A'] = failing(refusal(401));
    for (let calls = 0; calls < 2; calls += 1) await call();
    finish();
    await early;
    expect(await sentBy(async () => Promise.all([call(), call()]))).toBe('BB');
    expect(told).toHaveLength(1);
  });

  test.each([
    ['404', refusal(404)],
    ['400', refusal(400)],
    ['a prompt that is too long', new GeneratorError('context_overflow', 'long', { status: 400 })],
    ['an endpoint that is away', away()],
    ['500', new GeneratorError('transport', 'oops', { status: 500 })],
    ['an abort by us', new Error('stopped')],
    ['a cap', turnIn(1_000, 'cap')],
  ])('%s is not about the key: it is thrown as it came, and no other key is asked', async (_, error) => {
    replies['A'] = failing(error);
    expect(await sentBy(async () => expect(await outcomeOf(call())).toBe(error))).toBe('A');
    expect(told).toEqual([]);
  });

  test('no key is left: the fault names all of them and what was said of each, without a try of those that had retired', async () => {
    replies['A'] = failing(refusal(401, 'the provider answered 401: bad key'));
    await call();
    for (const key of ['B', 'C']) replies[key] = failing(refusal(403, `the provider answered 403: ${key} may not`));
    let error: GeneratorError | undefined;
    expect(await sentBy(async () => (error = await failureOf(call())))).toBe('CB');
    expect(error).toMatchObject({
      kind: 'configuration',
      status: 403,
      endpoint: 'acme',
      message:
        'endpoint acme: no key can be used: A (the provider answered 401: bad key); B (the provider answered 403: B may not); C (the provider answered 403: C may not)',
    });
  });

  test('R77: it is a quota if that of one key is used up, for a ladder to climb', async () => {
    for (const key of ['A', 'C']) replies[key] = failing(refusal(401));
    replies['B'] = failing(new GeneratorError('quota', 'endpoint acme: pay', { status: 429 }));
    expect(await failureOf(call())).toMatchObject({ kind: 'quota', message: expect.stringContaining('B (pay)') });
  });

  test('while all are retired a call asks all of them, and one that works is used again', async () => {
    for (const key of ['A', 'B', 'C']) replies[key] = failing(refusal(401));
    await failureOf(call());
    expect((await sentBy(() => call())).split('').toSorted()).toEqual(['A', 'B', 'C']);
    delete replies['B'];
    await call();
    expect(await sentBy(async () => Promise.all([call(), call()]))).toBe('BB');
    expect(told).toHaveLength(3);
  });

  test('what was paid before the refusal is told as a fault that may pass, and the next try takes another key', async () => {
    const quota = new GeneratorError('quota', 'endpoint acme: pay', { partial: 'Once upon', usage: NO_USAGE });
    replies['A'] = failing(quota);
    const error = await failureOf(call());
    expect(error).toMatchObject({ kind: 'transport', partial: 'Once upon', usage: NO_USAGE, endpoint: 'acme' });
    expect(await sentBy(() => call())).toMatch(/^[BC]$/);
  });

  test('paid with the last key, it stays what it is', async () => {
    for (const key of ['A', 'B']) replies[key] = failing(refusal(401));
    await call();
    replies['C'] = failing(new GeneratorError('quota', 'endpoint acme: pay', { partial: 'Once', usage: NO_USAGE }));
    expect(await failureOf(call())).toMatchObject({ kind: 'quota', partial: 'Once', usage: NO_USAGE });
  });

  test('an endpoint with one key fails as without keys, and is asked at the next try', async () => {
    setUp('A');
    const error = refusal(401);
    replies['A'] = failing(error);
    for (let calls = 0; calls < 2; calls += 1)
      expect(await sentBy(async () => expect(await outcomeOf(call())).toBe(error))).toBe('A');
    expect(told).toEqual(['endpoint acme: the key in A is refused: the provider answered 401']);
    expect(keys.reading()).toMatchObject({ keys: [{ key: 'A', retired: { message: 'the provider answered 401' } }] });
  });
});

describe('llm 3.6: keys that must wait', () => {
  test('one whose breaker is open is passed over while another is not, and is asked again after its pause', async () => {
    setUp('A', 'B');
    replies['A'] = failing(away());
    for (let calls = 0; calls < 10; calls += 1) await call().catch(() => undefined);
    expect(keys.reading()).toMatchObject({
      state: 'closed',
      keys: [
        { key: 'A', state: 'open' },
        { key: 'B', state: 'closed' },
      ],
    });
    expect(await sentBy(async () => Promise.all([call(), call(), call()]))).toBe('BBB');
    clock += 5_000;
    replies = {};
    expect(await sentBy(async () => Promise.all([call(), call()]))).toContain('A');
    expect(keys.reading()).toMatchObject({ keys: [{ key: 'A', state: 'closed' }, { key: 'B' }] });
  });

  test('all breakers are open: the call is deferred, though a key is retired', async () => {
    replies['A'] = failing(refusal(401));
    for (const key of ['B', 'C']) replies[key] = failing(away());
    for (let calls = 0; calls < 12; calls += 1) await outcomeOf(call());
    expect(
      await sentBy(async () => expect(await outcomeOf(call())).toMatchObject({ reason: 'outage', endpoint: 'acme' })),
    ).toBe('');
    expect(keys.reading()).toMatchObject({ state: 'open' });
  });

  test('a turn is booked only where all keys are limited, at the earliest, with the patience of the call', async () => {
    const asked: [string, number | undefined][] = [];
    const waits: Record<string, number> = { A: 9_000, B: 4_000, C: 7_000 };
    for (const key of ['A', 'B', 'C'])
      replies[key] = async ({ patience }) => {
        asked.push([key, patience]);
        throw turnIn(waits[key] ?? 0);
      };
    expect(await outcomeOf(call(aRequest({ patience: 60_000 })))).toMatchObject({
      reason: 'limit',
      until: START + 4_000,
    });
    expect(asked).toEqual([
      ['A', 0],
      ['B', 0],
      ['C', 0],
      ['B', 60_000],
    ]);
    replies['C'] = async () => ANSWER;
    await expect(call()).resolves.toBe(ANSWER);
  });

  test('a turn at a key that is there comes before the return of one that is away', async () => {
    replies['A'] = failing(turnIn(1_000, 'outage'));
    for (const key of ['B', 'C']) replies[key] = failing(turnIn(8_000));
    expect(await outcomeOf(call())).toMatchObject({ reason: 'limit', until: START + 8_000 });
  });

  test('a rate limit moves the call to the next key and retires none; of the last key it is the fault', async () => {
    replies['A'] = failing(rateLimit());
    expect(await sentBy(() => call())).toBe('AB');
    expect(keys.reading().keys?.some(({ retired }) => retired)).toBe(false);
    for (const key of ['B', 'C']) replies[key] = failing(rateLimit());
    expect(await failureOf(call())).toMatchObject({ kind: 'transport', status: 429, retryAfter: 20_000 });
  });
});

test('llm 3.3: an endpoint is there if a key that can be used is, and its calls are those of all keys', async () => {
  expect(keys.reading()).toEqual({
    state: 'closed',
    inFlight: 0,
    keys: ['A', 'B', 'C'].map((key) => ({ key, state: 'closed', inFlight: 0 })),
  });
  replies['A'] = failing(refusal(401));
  await call();
  for (const key of ['B', 'C']) replies[key] = failing(away());
  for (let calls = 0; calls < 10; calls += 1) await outcomeOf(call());
  const lastFault = { at: START, message: 'endpoint acme: ECONNREFUSED' };
  const gone = { state: 'open', since: START, until: START + 5_000, lastFault };
  const retired = { since: START, until: START + 10 * MINUTE, message: 'the provider answered 401' };
  expect(keys.reading()).toEqual({
    ...gone,
    // Of the refusal, too: whoever refuses is there.
    lastSuccess: START,
    inFlight: 0,
    keys: [
      { key: 'A', state: 'closed', lastSuccess: START, inFlight: 0, retired },
      { key: 'B', ...gone, lastSuccess: START, inFlight: 0 },
      { key: 'C', ...gone, inFlight: 0 },
    ],
  });
});
