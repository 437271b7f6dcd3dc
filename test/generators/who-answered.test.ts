/** At the wire: which model answered, by whose price, and whether it read the whole prompt (report 13; llm 1.8). */
import type { EndpointProfile } from '../../src/generators/endpoint.ts';
import { finish, type ModelServer, startModelServer, stream } from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf, PROFILE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const PRICES: Readonly<Record<string, { input: number; output: number }>> = {
  'main/m': { input: 5, output: 20 },
  'main/mini': { input: 1, output: 2 },
};
const COUNTS = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 };

interface Asked {
  readonly model?: string | null;
  readonly usage?: object;
  readonly profile?: Partial<EndpointProfile>;
  readonly content?: string;
}

async function answeredBy({ model = 'm', usage = COUNTS, profile, content = 'Hello?' }: Asked) {
  const chunk = (fields: object) => ({ ...(model !== null && { model }), choices: [], ...fields });
  const said = chunk({ choices: [{ index: 0, delta: { content: 'hi' } }] });
  server.answerWith(stream([said, finishOf(model), chunk({ usage })]));
  const endpoint = { baseUrl: server.baseUrl, profile: { ...PROFILE, ...profile } };
  const generator = aGenerator(endpoint, { price: (name) => PRICES[name] });
  return generator.complete(aRequest({ model: { name: 'main/m' }, messages: [{ role: 'user', content }] }));
}

function finishOf(model: string | null) {
  const { model: _, ...chunk } = Object(finish('stop'));
  return { ...chunk, ...(model !== null && { model }) };
}

describe('report 13: another model answered', () => {
  test('both names are told, and the cost is that of the model that answered', async () => {
    const { answeredBy: name, price, usage, warnings } = await answeredBy({ model: 'mini-2026-05' });
    expect({ name, price, cost: usage.microUsd }).toEqual({
      name: 'mini-2026-05',
      price: 'main/mini',
      cost: 3_000_000,
    });
    expect(warnings).toEqual([
      {
        code: 'other_model',
        about: 'other_model main/m mini-2026-05',
        text: expect.stringMatching(/main\/m was asked.* mini-2026-05 answered.*profile\.answersAs.* main/),
      },
    ]);
  });

  test('a dated name is no alarm, and has the price of its model', async () => {
    const { warnings, price, usage } = await answeredBy({ model: 'm-2026-01-01' });
    expect({ warnings, price, cost: usage.microUsd }).toEqual({
      warnings: undefined,
      price: 'main/m',
      cost: 25_000_000,
    });
  });

  test('one without a price costs as the one that was asked, which is told', async () => {
    const { warnings, price, usage } = await answeredBy({ model: 'unheard-of' });
    expect([warnings?.length, price, usage.microUsd]).toEqual([1, 'main/m', 25_000_000]);
  });

  test.each([
    ['a list', ['mini']],
    ['a map', { m: 'mini' }],
  ])('answersAs as %s silences it, and the cost is still that of the answer', async (_, answersAs) => {
    const { warnings, answeredBy: name, price } = await answeredBy({ model: 'mini', profile: { answersAs } });
    expect({ warnings, name, price }).toEqual({ warnings: undefined, name: 'mini', price: 'main/mini' });
  });

  test.each([[null], [''], [' ']])('a provider that names none (%j) is not accused', async (model) => {
    const answer = await answeredBy({ model });
    expect(answer).not.toHaveProperty('answeredBy');
    expect(answer).not.toHaveProperty('warnings');
    expect(answer.price).toBe('main/m');
  });

  test('a cost that the provider names is its own', async () => {
    const { price, usage } = await answeredBy({ model: 'mini', usage: { ...COUNTS, cost: 0.5 } });
    expect([price, usage.microUsd]).toEqual(['provider', 500_000]);
  });

  test('a name is told in one line of bounded length', async () => {
    const { answeredBy: name } = await answeredBy({ model: `evil\u0000\u001b[31m\n${'x'.repeat(5_000)}` });
    expect(name).toMatch(/^evil x{195}$/);
  });

  test('what broke off is paid by the price of the model that answered', async () => {
    const chunk = { model: 'mini', choices: [{ index: 0, delta: { content: 'hi' } }], usage: COUNTS };
    server.answerWith(stream([chunk], 'cut'));
    const generator = aGenerator({ baseUrl: server.baseUrl }, { price: (name) => PRICES[name] });
    const { usage } = await failureOf(generator.complete(aRequest({ model: { name: 'main/m' } })));
    expect(usage?.microUsd).toBe(3_000_000);
  });
});

describe('1.7: an endpoint that reports far fewer tokens of the prompt', () => {
  const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(400);

  test('has probably cut it off, and the setting of each server is named', async () => {
    const { warnings } = await answeredBy({ content: LONG, usage: { prompt_tokens: 2_048, completion_tokens: 1 } });
    expect(warnings).toEqual([
      {
        code: 'prompt_truncated',
        about: 'prompt_truncated main',
        text: expect.stringMatching(/2048 tokens.*counts 40\d\d.*num_ctx.*LM Studio.*-c;.*--max-model-len/),
      },
    ]);
  });

  test.each([
    ['as many as are counted', LONG, { prompt_tokens: 4_010 }],
    ['a little fewer', LONG, { prompt_tokens: 2_500 }],
    ['few of a short prompt', 'The quick brown fox. '.repeat(60), { prompt_tokens: 20 }],
    ['none', LONG, { prompt_tokens: 0 }],
    ['no number', LONG, {}],
    ['what is left of a cache', LONG, { prompt_tokens: 40, prompt_tokens_details: { cached_tokens: 3_970 } }],
    ['what is left of a cache of DeepSeek', LONG, { prompt_tokens: 40, prompt_cache_hit_tokens: 3_970 }],
    ['what is left of a cache of Anthropic', LONG, { prompt_tokens: 40, cache_read_input_tokens: 3_970 }],
    ['what is written to a cache of Anthropic', LONG, { prompt_tokens: 40, cache_creation_input_tokens: 3_970 }],
  ])('is believed where it reports %s', async (_, content, counts) => {
    const { warnings } = await answeredBy({ content, usage: { completion_tokens: 1, ...counts } });
    expect(warnings).toBeUndefined();
  });
});
