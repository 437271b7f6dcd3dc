/** Names of models: where they lead, what is offered, and what a raw HTTP server sees of it. */

import type { Endpoint } from '../../src/generators/endpoint.ts';
import { createModels, type ModelsOptions } from '../../src/generators/registry.ts';
import {
  finish,
  hang,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { anthropicStream, MESSAGE_START, messageEnd, textBlock } from './native-wire.ts';
import { anEndpoint, aRequest, failureOf } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const NOWHERE = 'http://127.0.0.1:1/v1';
const sim = { baseUrl: () => server.baseUrl, cards: () => ['coder'] };

function models(options: Partial<ModelsOptions> = {}) {
  const timeouts = { timeoutMs: 2_000, idleTimeoutMs: 2_000 };
  return createModels({
    endpoints: [],
    defaultModel: undefined,
    price: () => undefined,
    maxTokens: () => 8_192,
    timeouts,
    ...options,
  });
}

const main = () => anEndpoint({ baseUrl: server.baseUrl, name: 'main' });
const other = () => anEndpoint({ baseUrl: NOWHERE, name: 'other', models: ['small', 'team/large'] });

const all = () => models({ endpoints: [main(), other()], sim });
const withDefault = () => models({ endpoints: [other()], defaultEndpoint: { ...main(), models: ['gpt', 'team/gpt'] } });

describe('running 3: a name of a model', () => {
  test.each([
    ['a built-in card', all, 'sim:default'],
    ['the scripted card', all, 'sim:script'],
    ['a configured card', all, 'sim:coder'],
    ['any model of an endpoint that lists none', all, 'main/whatever/it:is'],
    ['a listed model', all, 'other/small'],
    ['a listed model with a slash', all, 'other/team/large'],
    ['a model of the default endpoint', withDefault, 'gpt'],
    ['one with a slash that is no prefix', withDefault, 'team/gpt'],
  ])('is offered: %s', async (_what, make, name) => {
    expect(await make().offers(name)).toEqual({ ok: true });
  });

  test.each([
    [
      'an unknown card',
      all,
      'sim:nobody',
      /no card for sim:nobody; available: sim:default, sim:script, sim:coder, main/,
    ],
    [
      'a card while simulated models are off',
      () => models({ endpoints: [other()] }),
      'sim:default',
      /off.*available: other\/small/,
    ],
    [
      'a model that its endpoint does not list',
      all,
      'other/huge',
      /other does not offer other\/huge; available: .*other\/small/,
    ],
    ['an endpoint without a model', all, 'main/', /names no model/],
    ['a bare name without a default endpoint', all, 'gpt', /OPENAI_API_KEY or OPENAI_BASE_URL.*available: sim:default/],
    ['anything where nothing is configured', () => models(), 'gpt', /available: none$/],
    ['a name the default endpoint does not list', withDefault, 'huge', /does not offer huge; available: .*gpt/],
  ])('is refused, with the reason and what there is: %s', async (_what, make, name, why) => {
    const offer = await make().offers(name);
    expect(offer.ok ? '' : `${offer.why}; available: ${offer.available}`).toMatch(why);
  });

  test.each([
    ['main/team/tiny', 'team/tiny', false],
    ['gpt', 'gpt', false],
    ['default/gpt', 'default/gpt', false],
    ['sim:coder', 'sim:coder', true],
  ])('%s goes over the wire as %s', async (name, model, hasPlace) => {
    server.answerWith(stream([piece('hi'), finish('stop')]));
    const everything = models({ endpoints: [main()], defaultEndpoint: { ...main(), name: 'default' }, sim });
    await everything.generatorFor(name).complete(aRequest({ model: { name } }));
    expect(server.received[0]?.body).toMatchObject({ model });
    expect('metadata' in (server.received[0]?.body ?? {})).toBe(hasPlace);
  });

  test('that leads nowhere fails as configuration when it is called', async () => {
    const call = models().generatorFor('gpt').complete(aRequest());
    await expect(call).rejects.toMatchObject({ kind: 'configuration', message: expect.stringMatching(/available/) });
  });
});

describe('the list of models', () => {
  test('holds what endpoints list, under the names that definitions use, and what is configured where one does not answer', async () => {
    server.answerWith(json(200, { data: [{ id: 'tiny' }, { id: 'team/big' }, { nonsense: 1 }] }));
    const list = await models({
      endpoints: [main(), other()],
      defaultEndpoint: { ...main(), name: 'default' },
      sim,
    }).list();
    expect(list).toEqual([
      { name: 'sim:default', endpoint: 'sim' },
      { name: 'sim:script', endpoint: 'sim' },
      { name: 'sim:coder', endpoint: 'sim' },
      { name: 'main/tiny', endpoint: 'main' },
      { name: 'main/team/big', endpoint: 'main' },
      { name: 'other/small', endpoint: 'other' },
      { name: 'other/team/large', endpoint: 'other' },
      { name: 'tiny', endpoint: 'default' },
      { name: 'team/big', endpoint: 'default' },
    ]);
  });

  test.each([
    ['an error', json(500, { error: 'no' })],
    ['nonsense', json(200, [1, 2])],
  ])('survives %s', async (_what, reply) => {
    server.answerWith(reply);
    expect(await models({ endpoints: [main()] }).list()).toEqual([]);
  });

  test('gives up on an endpoint that does not answer', async () => {
    server.answerWith(hang);
    const list = await models({ endpoints: [{ ...main(), models: ['tiny'] }] }).list();
    expect(list).toEqual([{ name: 'main/tiny', endpoint: 'main' }]);
  });

  test('leaves out what the configuration does not offer', async () => {
    server.answerWith(json(200, { data: [{ id: 'tiny' }, { id: 'big' }] }));
    expect(await models({ endpoints: [{ ...main(), models: ['big', 'gone'] }] }).list()).toEqual([
      { name: 'main/big', endpoint: 'main' },
    ]);
  });

  test('is asked for once by many at the same time', async () => {
    server.answerWith(json(200, { data: [] }));
    const catalogue = models({ endpoints: [main()] });
    await Promise.all([catalogue.list(), catalogue.list()]);
    await catalogue.list();
    expect(server.received).toHaveLength(1);
  });
});

test('1.7: an endpoint that cuts prompts off is told of once', async () => {
  const told: string[] = [];
  const offered = models({ endpoints: [main()], onTruncated: (text) => void told.push(text) });
  const content = 'The quick brown fox jumps over the lazy dog. '.repeat(400);
  server.answerWith(stream([piece('hi'), finish('stop'), usage({ prompt_tokens: 2_048, completion_tokens: 1 })]));
  for (const name of ['main/a', 'main/a', 'main/b'])
    await offered.generatorFor(name).complete(aRequest({ model: { name }, messages: [{ role: 'user', content }] }));
  expect(told).toEqual([expect.stringMatching(/main reports 2048 tokens.*num_ctx/)]);
});

describe('llm 3.6: an endpoint with two keys', () => {
  const HELLO = stream([piece('hi'), finish('stop')]);
  const keys = [
    { variable: 'KEY_A', value: 'key-a-0123456789' },
    { variable: 'KEY_B', value: 'key-b-0123456789' },
  ];
  const refused = (type: string, message: string) => ({ error: { message, type, code: type } });
  /** The server answers each request as its key is answered. */
  const answerByKey = (replies: Readonly<Record<string, Reply>>) =>
    server.answerWith((response, received) => {
      const { authorization = '', 'x-api-key': key = authorization.replace('Bearer ', '') } = received.headers;
      (replies[String(key)] ?? HELLO)(response, received);
    });
  const called = () =>
    server.received.map(({ headers }) => String(headers['x-api-key'] ?? headers.authorization).slice(-16, -11));
  const twoKeys = (options: Partial<ModelsOptions> = {}, endpoint: Partial<Endpoint> = {}) =>
    models({ endpoints: [{ ...main(), apiKeys: keys, ...endpoint }], ...options });
  const complete = (of: ReturnType<typeof models>) => of.generatorFor('main/tiny').complete(aRequest());

  test.each([
    ['401', 401, refused('invalid_api_key', 'Incorrect API key provided: key-a-0123456789.')],
    ['403', 403, refused('permission_denied', 'The project of key-a-0123456789 is archived.')],
    ['429 insufficient_quota', 429, refused('insufficient_quota', 'key-a-0123456789 exceeded its current quota.')],
    ['429 of a day', 429, refused('rate_limit_exceeded', 'key-a-0123456789: Rate limit reached for requests per day')],
    ['402', 402, refused('insufficient_credits', 'key-a-0123456789 has no credits.')],
    ['400 of Google', 400, refused('INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')],
  ])('%s retires a key; the call goes on with the other one, and no message repeats a key', async (_, status, body) => {
    const told: string[] = [];
    const offered = twoKeys({ onRetired: (text) => void told.push(text) });
    answerByKey({ 'key-a-0123456789': json(status, body) });
    for (let calls = 0; calls < 4; calls += 1) await expect(complete(offered)).resolves.toMatchObject({ text: 'hi' });
    expect(called()).toEqual(['key-a', 'key-b', 'key-b', 'key-b', 'key-b']);
    expect(told).toEqual([expect.stringMatching(/^endpoint main: the key in KEY_A is not used until 20\d\d-/)]);
    const [reading] = offered.readings();
    expect(reading).toMatchObject({ endpoint: 'main', state: 'closed', keys: [{ key: 'KEY_A' }, { key: 'KEY_B' }] });
    expect(reading?.keys?.map(({ retired }) => retired !== undefined)).toEqual([true, false]);
    expect(JSON.stringify([told, reading])).not.toMatch(/key-[ab]-0/);
  });

  test('both are refused: the fault names the variables, what was said of each, and neither key', async () => {
    answerByKey({
      // A gateway may say which other keys it knows.
      'key-a-0123456789': json(401, refused('invalid_api_key', 'not key-a-0123456789, but key-b-0123456789')),
      'key-b-0123456789': json(403, refused('permission_denied', 'no access')),
    });
    const error = await failureOf(complete(twoKeys()));
    expect(error).toMatchObject({
      kind: 'configuration',
      endpoint: 'main',
      message: expect.stringMatching(
        /^endpoint main: no key can be used: KEY_A \(the provider answered 401.*not \[key\], but \[key\]\); KEY_B \(the provider answered 403.*no access\)$/,
      ),
    });
  });

  test('one that is away is passed over, once its breaker is open', async () => {
    const offered = twoKeys();
    answerByKey({ 'key-a-0123456789': json(503, { error: { message: 'overloaded' } }) });
    for (let calls = 0; calls < 10; calls += 1) await complete(offered).catch(() => undefined);
    answerByKey({});
    for (let calls = 0; calls < 4; calls += 1) await complete(offered);
    expect(called()).toEqual(['key-b', 'key-b', 'key-b', 'key-b']);
    expect(offered.readings()).toMatchObject([{ state: 'closed', keys: [{ state: 'open' }, { state: 'closed' }] }]);
  });

  test('what one key has taught about a model, the other one knows', async () => {
    const offered = twoKeys();
    const request = () => aRequest({ model: { name: 'main/tiny', temperature: 0 } });
    server.answerWith(json(400, refused('unsupported_value', "Unsupported value: 'temperature'")), HELLO);
    for (let calls = 0; calls < 2; calls += 1) await offered.generatorFor('main/tiny').complete(request());
    expect(called()).toEqual(['key-a', 'key-a', 'key-b']);
    expect(server.received.map(({ body }) => 'temperature' in body)).toEqual([true, false, false]);
    expect(offered.readings()).toMatchObject([{ learned: [{ model: 'tiny', refused: ['temperature'] }] }]);
  });

  test('the list of models is asked for with the next key where one is refused', async () => {
    answerByKey({
      'key-a-0123456789': json(401, refused('invalid_api_key', 'no')),
      'key-b-0123456789': json(200, { data: [{ id: 'tiny' }] }),
    });
    expect(await twoKeys().list()).toEqual([{ name: 'main/tiny', endpoint: 'main' }]);
  });

  test('an adapter is given the keys in turn; what it learns is shared, and shown', async () => {
    const offered = twoKeys({}, { provider: '@ai-sdk/anthropic' });
    const refusal = (type: string, message: string) => ({ type: 'error', error: { type, message } });
    const hello = anthropicStream([MESSAGE_START, ...textBlock(0, 'Hello.'), ...messageEnd('end_turn')]);
    const request = () => aRequest({ model: { name: 'main/tiny', topP: 0.5 } });
    const no = json(400, refusal('invalid_request_error', 'top_p: Extra inputs are not permitted'));
    server.answerWith(no, hello);
    for (let calls = 0; calls < 2; calls += 1) await offered.generatorFor('main/tiny').complete(request());
    expect(called()).toEqual(['key-a', 'key-a', 'key-b']);
    expect(server.received.map(({ body }) => body['top_p'])).toEqual([0.5, undefined, undefined]);
    const dead = json(401, refusal('authentication_error', 'invalid x-api-key'));
    answerByKey({ 'key-a-0123456789': dead, 'key-b-0123456789': hello });
    for (let calls = 0; calls < 2; calls += 1) await offered.generatorFor('main/tiny').complete(request());
    expect(called()).toEqual(['key-a', 'key-b', 'key-b']);
    expect(offered.readings()).toMatchObject([
      {
        keys: [{ retired: { message: expect.stringContaining('401') } }, {}],
        learned: [{ model: 'tiny', refused: ['top_p'] }],
      },
    ]);
  });
});

test('running 4: a card with outages is an endpoint of its own: while it is away other cards are asked', async () => {
  const away = json(503, { error: { message: 'away' } });
  const cards = { ...sim, cards: () => ['coder', 'postcard'], apart: new Set(['postcard']) };
  const simulated = models({ sim: cards });
  server.answerWith(...Array.from({ length: 5 }, () => away), stream([piece('hi'), finish('stop')]));
  const ask = (name: string) => simulated.generatorFor(name).complete(aRequest({ model: { name } }));
  for (let calls = 0; calls < 5; calls += 1) await expect(ask('sim:postcard')).rejects.toThrow('away');
  await expect(ask('sim:postcard')).rejects.toMatchObject({ reason: 'outage', endpoint: 'sim:postcard' });
  await expect(ask('sim:coder')).resolves.toMatchObject({ text: 'hi' });
  expect(simulated.readings()).toMatchObject([
    { endpoint: 'sim:postcard', state: 'open' },
    { endpoint: 'sim', state: 'closed' },
  ]);
});

describe('llm 3.8: routes', () => {
  const route = (name: string, ...entries: readonly string[]) => ({ name, entries, patienceMs: 0 });
  const routed = (options: Partial<ModelsOptions> = {}) =>
    models({
      endpoints: [main(), other()],
      sim,
      routes: [route('fast', 'other/small', 'main/tiny'), route('wrong', 'main/tiny', 'other/huge')],
      ...options,
    });

  test('a call goes to the entry under its name, and everything beside calls is that of the first entry', async () => {
    server.answerWith(stream([piece('hi'), finish('stop')]));
    const two = routed({
      routes: [route('fast', 'main/tiny', 'other/small')],
      price: (name) => (name === 'main/tiny' ? { input: 1_000_000, output: 0 } : undefined),
    });
    const answer = await two.generatorFor('fast').complete(aRequest({ model: { name: 'fast' } }));
    expect(answer).toMatchObject({ text: 'hi', price: 'main/tiny', route: { name: 'fast', entry: 'main/tiny' } });
    expect(server.received[0]?.body).toMatchObject({ model: 'tiny' });
    expect(two.usageOf('fast', [{ role: 'user', content: 'Hello.' }], '').microUsd).toBeGreaterThan(0);
    expect((await two.paidFor('fast', [{ role: 'user', content: 'Hello.' }], '')).microUsd).toBeGreaterThan(0);
    expect(two.asSent('fast', aRequest().messages)).toEqual(aRequest().messages);
  });

  test('is offered if each of its entries is, and is named among what there is', async () => {
    expect(await routed().offers('fast')).toEqual({ ok: true });
    expect(await routed().offers('wrong')).toMatchObject({
      ok: false,
      why: expect.stringMatching(/its entry other\/huge: the endpoint other does not offer/),
      available: expect.stringMatching(/^fast, wrong, sim:default/),
    });
  });

  test('wins over a model of the default endpoint, but not over a name with a known prefix', async () => {
    server.answerWith(stream([piece('hi'), finish('stop')]));
    const own = routed({ defaultEndpoint: { ...main(), name: 'default' }, routes: [route('gpt', 'main/tiny')] });
    await own.generatorFor('gpt').complete(aRequest({ model: { name: 'gpt' } }));
    await own.generatorFor('main/gpt').complete(aRequest({ model: { name: 'main/gpt' } }));
    expect(server.received.map(({ body }) => body['model'])).toEqual(['tiny', 'gpt']);
  });

  test.each([
    ['there is no default endpoint', undefined, false],
    ['the default endpoint lists it', ['fast'], true],
    ['the default endpoint lists others', ['gpt'], false],
    ['the default endpoint takes any name', 'any', true],
  ] as const)('hides a model if %s', (_what, listed, hidesModel) => {
    const lists = listed === 'any' || listed === undefined ? {} : { models: listed };
    const defaultEndpoint = listed === undefined ? undefined : { ...main(), name: 'default', ...lists };
    expect(routed({ defaultEndpoint }).routes?.[0]).toEqual({
      name: 'fast',
      entries: ['other/small', 'main/tiny'],
      hidesModel,
    });
  });

  test('is listed with its entries', async () => {
    const [first] = await routed({ endpoints: [other()], routes: [route('fast', 'other/small')] }).list();
    expect(first).toEqual({ name: 'fast', route: ['other/small'] });
  });

  test('R112: has a price if each of its entries has one', () => {
    const known = (...names: readonly string[]) =>
      routed({ price: (name) => (names.includes(name) ? { input: 1, output: 1 } : undefined) });
    expect(known('other/small', 'main/tiny').isPriced('fast')).toBe(true);
    expect(known('main/tiny', 'fast').isPriced('fast')).toBe(false);
  });
});
