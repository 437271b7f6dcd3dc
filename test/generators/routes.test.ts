// Pure: which entry of a route a call goes to, and when it waits (llm 3.8).
import {
  type Generator,
  GeneratorDeferred,
  GeneratorError,
  type ModelAnswer,
  type ModelRequest,
} from '../../src/generators/generator.ts';
import { withRoute } from '../../src/generators/routes.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { aRequest } from './support.ts';

const NOW = 1_000_000;
const PATIENCE = 10_000;
const ANSWER: ModelAnswer = { text: 'yes', finishReason: 'stop', usage: NO_USAGE };

type Reply = (request: ModelRequest) => ModelAnswer | Error;
const says = (): ModelAnswer => ANSWER;
const away = (endpoint: string, wait: number) => () =>
  new GeneratorDeferred(`the endpoint ${endpoint} is away`, { reason: 'outage', endpoint, until: NOW + wait });
const limited = (endpoint: string, wait: number) => () =>
  new GeneratorDeferred(`the limits of ${endpoint} are reached`, { reason: 'limit', endpoint, until: NOW + wait });
const fault =
  (...facts: ConstructorParameters<typeof GeneratorError>) =>
  () =>
    new GeneratorError(...facts);
/** A fault that opened the breaker of the endpoint, or met it open. */
const gone =
  (endpoint: string, facts = {}) =>
  () =>
    Object.assign(new GeneratorError('transport', `connect ECONNREFUSED ${endpoint}`, facts), {
      endpoint,
      isAway: true,
    });
const usedUp = fault('quota', 'the quota is used up', { status: 402 });

let asked: (readonly [entry: string, patience: number | undefined])[];
beforeEach(() => {
  asked = [];
});

/** A route over these entries, each with its replies in order; the last one repeats. */
function route(entries: Readonly<Record<string, readonly Reply[]>>, patienceMs = PATIENCE): Generator {
  const calls = new Map<string, number>();
  return withRoute(
    { name: 'fast', entries: Object.keys(entries), patienceMs },
    (entry) => ({
      async complete(request) {
        asked.push([request.model.name, request.patience]);
        const call = calls.get(entry) ?? 0;
        calls.set(entry, call + 1);
        const replies = entries[entry] ?? [];
        const reply = replies[Math.min(call, replies.length - 1)]?.(request);
        if (reply === undefined || reply instanceof Error) throw reply ?? new Error('no reply');
        return reply;
      },
    }),
    () => NOW,
  );
}
const call = (generator: Generator, fields: Partial<ModelRequest> = {}) =>
  generator.complete(aRequest({ model: { name: 'fast', temperature: 0 }, ...fields }));
const failure = (generator: Generator) =>
  call(generator).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the first entry that is available answers', () => {
  test('the first one, under its own name and with the other settings', async () => {
    const models: unknown[] = [];
    const generator = route({ 'a/x': [({ model }) => (models.push(model), ANSWER)], 'b/y': [says] });
    expect(await call(generator)).toEqual({ ...ANSWER, route: { name: 'fast', entry: 'a/x', passedOver: [] } });
    expect(models).toEqual([{ name: 'a/x', temperature: 0 }]);
    expect(asked).toEqual([['a/x', PATIENCE]]);
  });

  test.each([
    ['its endpoint is away', away('a', 3_000), 'outage', /a is away/],
    ['the call itself found out that its endpoint is away', gone('a'), 'outage', /ECONNREFUSED a/],
    ['its limits make the call wait for longer than the patience', limited('a', PATIENCE + 1), 'limit', /limits of a/],
    ['its quota is used up', usedUp, 'quota', /quota is used up/],
    [
      'it is refused by a rate for long',
      fault('transport', 'slow down', { status: 429, isRateLimit: true, retryAfter: 10_001 }),
      'limit',
      /slow/,
    ],
    [
      'it is refused until later',
      fault('transport', 'slow down', { status: 429, isRateLimit: true, waitUntil: NOW + 90_000 }),
      'limit',
      /slow/,
    ],
    [
      'a rate is told by 403',
      fault('transport', 'rate limit', { status: 403, isRateLimit: true, retryAfter: 60_000 }),
      'limit',
      /rate/,
    ],
  ])('the next one if %s', async (_what, reply, reason, why) => {
    const answer = await call(route({ 'a/x': [reply], 'b/y': [says] }));
    expect(answer.route).toEqual({
      name: 'fast',
      entry: 'b/y',
      passedOver: [{ entry: 'a/x', reason, why: expect.stringMatching(why) }],
    });
    expect(answer.warnings).toMatchObject([
      { code: 'passed_over', text: expect.stringMatching(/^fast was asked, and b\/y answered\. Passed over: a\/x \(/) },
    ]);
  });

  test('each for its own reason, as far as the last one', async () => {
    const generator = route({ 'a/x': [away('a', 1)], 'b/y': [usedUp], 'c/z': [limited('c', 20_000)], 'd/w': [says] });
    const { route: taken } = await call(generator);
    expect(taken).toMatchObject({
      entry: 'd/w',
      passedOver: [{ reason: 'outage' }, { reason: 'quota' }, { reason: 'limit' }],
    });
  });

  test('a run is warned once of the same entry and reasons, whatever the words', async () => {
    const abouts = [away('a', 1), away('other', 2), usedUp].map(async (reply) => {
      const { warnings = [] } = await call(route({ 'a/x': [reply], 'b/y': [says] }));
      return warnings.map(({ about }) => about);
    });
    const [[first], [second], [third]] = (await Promise.all(abouts)) as [string[], string[], string[]];
    expect(first).toBe(second);
    expect(first).not.toBe(third);
  });

  test('an entry that is back is asked first again', async () => {
    const generator = route({ 'a/x': [away('a', 1), says], 'b/y': [says] });
    expect((await call(generator)).route?.entry).toBe('b/y');
    expect((await call(generator)).route?.entry).toBe('a/x');
  });

  test('whoever asks hears which entry is called before it is', async () => {
    const entries: string[] = [];
    await call(route({ 'a/x': [away('a', 1)], 'b/y': [says] }), { onEntry: (entry) => void entries.push(entry) });
    expect(entries).toEqual(['a/x', 'b/y']);
  });
});

describe('nothing else passes an entry over', () => {
  test.each([
    ['a wrong key', fault('configuration', '401 wrong key', { status: 401 })],
    ['a model that is not there', fault('configuration', '404 no such model', { status: 404 })],
    ['a single broken connection', fault('transport', 'connect ECONNREFUSED', { neverConnected: true })],
    ['a server that is down, whatever it asks to wait', fault('transport', '503', { status: 503, retryAfter: 60_000 })],
    [
      'a short wait for a rate',
      fault('transport', 'slow down', { status: 429, isRateLimit: true, retryAfter: PATIENCE }),
    ],
    ['a fault that has to be paid', gone('a', { usage: NO_USAGE })],
    ['a rate without a wait', fault('transport', 'slow down', { status: 429, isRateLimit: true })],
    ['a prompt that is too long', fault('context_overflow', 'too long', { status: 400 })],
  ])('%s is thrown, and names the entry', async (_what, reply) => {
    expect(await failure(route({ 'a/x': [reply], 'b/y': [says] }))).toMatchObject({
      message: reply().message,
      entry: 'a/x',
    });
    expect(asked).toHaveLength(1);
  });

  test('a cap', async () => {
    const cap = () => new GeneratorDeferred('a cap', { reason: 'cap', cap: 'usd a day', until: NOW + 99_000 });
    expect(await failure(route({ 'a/x': [cap], 'b/y': [says] }))).toMatchObject({ reason: 'cap', cap: 'usd a day' });
  });

  test('a turn within the patience: it is booked', async () => {
    const error = await failure(route({ 'a/x': [limited('a', PATIENCE)], 'b/y': [says] }));
    expect(error).toMatchObject({ reason: 'limit', endpoint: 'a', until: NOW + PATIENCE });
  });

  test('an answer, whatever it says', async () => {
    const refused = () => ({ ...ANSWER, text: '', refusal: 'No.', finishReason: 'refusal' as const });
    expect(await call(route({ 'a/x': [refused], 'b/y': [says] }))).toMatchObject({
      refusal: 'No.',
      route: { entry: 'a/x' },
    });
  });

  test('an abort: its reason is thrown as it is', async () => {
    const reason = new Error('revoked');
    expect(await failure(route({ 'a/x': [() => reason], 'b/y': [says] }))).toBe(reason);
  });
});

describe('if no entry is available, the call waits', () => {
  test('for the earliest of those that are away, and the words name all', async () => {
    const error = await failure(route({ 'a/x': [away('a', 3_000)], 'b/y': [away('b', 2_000)] }));
    expect(error).toMatchObject({ reason: 'outage', endpoint: 'b', until: NOW + 2_000, retryAt: NOW + 2_000 });
    expect(error).toMatchObject({
      message: expect.stringMatching(/route fast .*a\/x \(the endpoint a .*b\/y \(the endpoint b/),
    });
    expect(error).toBeInstanceOf(GeneratorDeferred);
  });

  test('for a limit rather than for an outage, but looks again when an endpoint may be back', async () => {
    const generator = route({ 'a/x': [away('a', 3_000)], 'b/y': [limited('b', 30_000)] });
    const error = await failure(generator);
    expect(error).toMatchObject({ reason: 'limit', endpoint: 'b', until: NOW + 30_000, retryAt: NOW + 3_000 });
    expect(asked).toEqual([
      ['a/x', PATIENCE],
      ['b/y', PATIENCE],
      ['b/y', undefined],
    ]);
  });

  test('for the limit that ends first, where it books a turn', async () => {
    const generator = route({ 'a/x': [limited('a', 40_000)], 'b/y': [limited('b', 20_000), says] });
    const { route: taken } = await call(generator);
    expect(taken).toMatchObject({ entry: 'b/y', passedOver: [{ entry: 'a/x', reason: 'limit' }] });
  });

  test('for another entry if the one where it books has gone meanwhile', async () => {
    const generator = route({ 'a/x': [limited('a', 40_000)], 'b/y': [limited('b', 20_000), usedUp] });
    expect(await failure(generator)).toMatchObject({ reason: 'limit', endpoint: 'a', until: NOW + 40_000 });
  });

  test('for an endpoint that is away rather than for a person if another quota is used up', async () => {
    const error = await failure(route({ 'a/x': [usedUp], 'b/y': [away('b', 2_000)] }));
    expect(error).toMatchObject({ reason: 'outage', endpoint: 'b' });
  });

  test('after a rate as its provider asks: the fault is thrown', async () => {
    const rate = fault('transport', 'slow down', { status: 429, isRateLimit: true, retryAfter: 30_000 });
    const error = await failure(route({ 'a/x': [rate], 'b/y': [away('b', 2_000)] }));
    expect(error).toMatchObject({ kind: 'transport', retryAfter: 30_000, entry: 'a/x' });
  });

  test('if the call itself found out that all are away: the fault is tried again, and names all', async () => {
    const error = await failure(route({ 'a/x': [gone('a')], 'b/y': [gone('b')], 'c/z': [usedUp] }));
    expect(error).toMatchObject({
      kind: 'transport',
      endpoint: 'a',
      message: expect.stringMatching(/a\/x .*b\/y .*c\/z/),
    });
    expect(error).toBeInstanceOf(GeneratorError);
  });

  test('for another one that is away, if the call itself found out of the first', async () => {
    const error = await failure(route({ 'a/x': [gone('a')], 'b/y': [away('b', 2_000)] }));
    expect(error).toMatchObject({ reason: 'outage', endpoint: 'b', until: NOW + 2_000 });
  });

  test('R111: but not once part of an answer was paid for', async () => {
    const paid = fault('quota', 'used up within the answer', { usage: { ...NO_USAGE, outputTokens: 5 } });
    const error = await failure(route({ 'a/x': [paid], 'b/y': [says] }));
    expect(error).toMatchObject({ kind: 'quota', usage: { outputTokens: 5 } });
    expect(asked.map(([entry]) => entry)).toEqual(['a/x']);
  });

  test('R77: unless every quota is used up', async () => {
    const error = await failure(route({ 'a/x': [usedUp], 'b/y': [usedUp] }));
    expect(error).toMatchObject({ kind: 'quota', status: 402, message: expect.stringMatching(/a\/x \(.*b\/y \(/) });
  });
});

test('with a patience of 0 any wait for a limit passes the entry over', async () => {
  const { route: taken } = await call(route({ 'a/x': [limited('a', 1)], 'b/y': [says] }, 0));
  expect(taken?.entry).toBe('b/y');
  expect(asked[0]).toEqual(['a/x', 0]);
});
