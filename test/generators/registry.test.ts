/** Names of models: where they lead, what is offered, and what a raw HTTP server sees of it. */

import { createModels, type ModelsOptions } from '../../src/generators/registry.ts';
import {
  finish,
  hang,
  json,
  type ModelServer,
  piece,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { anEndpoint, aRequest } from './support.ts';

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

describe('an endpoint with a limit on calls at once', () => {
  test('console 6.4: who has to wait is told for which endpoint, and when that is over', async () => {
    server.answerWith(stream([piece('hi'), finish('stop')]), stream([piece('ho'), finish('stop')]));
    const told: unknown[] = [];
    const onWaiting = (endpoint: string | undefined) => void told.push(endpoint);
    const one = models({ endpoints: [{ ...main(), concurrency: 1 }], onWaiting }).generatorFor('main/tiny');
    await Promise.all([one.complete(aRequest()), one.complete(aRequest())]);
    expect(told).toEqual(['main', undefined]);
  });

  test('sees no more of them, and one that is aborted leaves the queue', async () => {
    server.answerWith(hang, stream([piece('hi'), finish('stop')]));
    const limitedModels = models({ endpoints: [{ ...main(), concurrency: 1 }] });
    const complete = (signal: AbortSignal) => limitedModels.generatorFor('main/tiny').complete(aRequest({ signal }));
    const [first, second] = [new AbortController(), new AbortController()];
    const arrived = server.arrival();
    const calls = [complete(first.signal), complete(second.signal), complete(new AbortController().signal)] as const;
    await arrived;
    second.abort(new Error('left'));
    await expect(calls[1]).rejects.toThrow('left');
    expect(server.received).toHaveLength(1);
    first.abort(new Error('done'));
    await expect(calls[0]).rejects.toThrow('done');
    await expect(calls[2]).resolves.toMatchObject({ text: 'hi' });
    expect(server.received).toHaveLength(2);
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
