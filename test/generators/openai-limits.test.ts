/** What arrives is paid, and no answer is longer than its limit (R111): endpoints that flood, reset, cut, hang, and refuse limits. */
import type { ModelTimeouts } from '../../src/generators/endpoint.ts';
import {
  finish,
  hang,
  json,
  type ModelServer,
  piece,
  type Reply,
  reset,
  startModelServer,
  stream,
  text,
  usage,
} from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf, SHORT_DEADLINE, SHORT_IDLE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const hello: Reply = stream([piece('Hello'), finish('stop'), usage({ prompt_tokens: 9, completion_tokens: 1 })]);
const limits = () => server.received.map(({ body }) => body['max_tokens']);

/** Writes pieces of an answer for as long as somebody reads. */
const flood: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = `data: ${JSON.stringify(piece('all work and no play '.repeat(200)))}\n\n`;
  const write = () => {
    while (response.writable && response.write(chunk));
    response.once('drain', write);
  };
  write();
};

describe('(R111) what arrived before an answer broke off is paid', () => {
  test.each<[string, Reply, number, Partial<ModelTimeouts>]>([
    ['a reset', stream([piece('half an answer')], 'reset'), 3, {}],
    ['a cut', stream([piece('half an answer')], 'cut'), 3, {}],
    ['a stall', stream([piece('half an answer')], 'open'), 3, SHORT_IDLE],
    ['no answer at all', hang, 0, SHORT_DEADLINE],
    ['a connection that is dropped', reset, 0, {}],
    ['a provider that gave up', stream([piece('half an answer'), finish('error')]), 3, {}],
  ])('by the tokenizer: %s', async (_what, reply, outputTokens, timeouts) => {
    server.answerWith(reply);
    const price = () => ({ input: 1, output: 1_000 });
    const error = await failureOf(aGenerator({ baseUrl: server.baseUrl }, { ...timeouts, price }).complete(aRequest()));
    expect(error.usage).toMatchObject({ outputTokens, llmCalls: 1, estimated: true });
    expect(error.usage?.inputTokens).toBeGreaterThan(10);
    expect(error.usage?.microUsd).toBeGreaterThanOrEqual(outputTokens * 1_000);
  });

  test('as the provider reports it, where it does', async () => {
    const counts = { prompt_tokens: 21, completion_tokens: 5 };
    server.answerWith(stream([piece('half'), usage(counts)], 'cut'));
    const error = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
    expect(error.usage).toEqual({ inputTokens: 21, cachedTokens: 0, outputTokens: 5, microUsd: null, llmCalls: 1 });
  });

  test.each<[string, Reply]>([
    ['a refusal', json(401, { error: { message: 'no' } })],
    ['an overload', json(503, { error: { message: 'no' } })],
  ])('and nothing where no answer began: %s', async (_what, reply) => {
    server.answerWith(reply);
    const error = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
    expect(error.usage).toBeUndefined();
  });

  test('and nothing where nobody listens', async () => {
    const gone = await startModelServer();
    await gone.close();
    const error = await failureOf(aGenerator({ baseUrl: gone.baseUrl }).complete(aRequest()));
    expect(error.message).toMatch(/ECONNREFUSED/);
    expect(error.usage).toBeUndefined();
  });
});

describe('(R111) an answer over the limit ends as an answer', () => {
  test('of an endpoint that floods: read no further than the limit of its tokens, and paid', async () => {
    server.answerWith(flood);
    const model = { name: 'main/tiny', maxTokens: 1_000 };
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model }));
    expect(answer).toMatchObject({ finishReason: 'too_long', maxTokens: 1_000 });
    expect(answer.text).toHaveLength(16_384);
    expect(answer.usage.outputTokens).toBeGreaterThan(3_000);
    expect(answer.usage.estimated).toBe(true);
  });

  test('of an endpoint that does not stream and sends a document without end', async () => {
    server.answerWith(text(200, `{"choices":[{"message":{"content":"${'word '.repeat(1_200_000)}`, 'application/json'));
    const model = { name: 'main/tiny', maxTokens: 1_000 };
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model }));
    expect(answer).toMatchObject({ finishReason: 'too_long', text: '' });
    expect(answer.usage.outputTokens).toBeGreaterThan(100_000);
  });

  test('and an answer of its limit in tokens is whole, however the server cuts it into events', async () => {
    server.answerWith(stream([...Array.from({ length: 1_000 }, () => piece('word ')), finish('stop')]));
    const model = { name: 'main/tiny', maxTokens: 1_000 };
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model }));
    expect(answer).toMatchObject({ finishReason: 'stop', text: 'word '.repeat(1_000) });
  });
});

describe('(R111) every request carries a limit', () => {
  test.each([
    ["the step's", { name: 'main/tiny', maxTokens: 64 }, 64],
    ["the step's, as a field of the endpoint's", { name: 'main/tiny', extra: { max_tokens: 77 } }, 77],
    ["that of the model's row", { name: 'main/known' }, 500],
    ['the standard', { name: 'main/tiny' }, 8_192],
  ])('%s', async (_what, model, limit) => {
    server.answerWith(hello);
    const maxTokens = (name: string) => (name === 'main/known' ? 500 : 8_192);
    const answer = await aGenerator({ baseUrl: server.baseUrl }, { maxTokens }).complete(aRequest({ model }));
    expect(limits()).toEqual([limit]);
    expect(answer.maxTokens).toBe(limit);
  });
});

/** As OpenAI says it. */
const upTo =
  (most: number): Reply =>
  (response, received) => {
    const asked = Number(received.body['max_tokens'] ?? 0);
    if (asked <= most) return hello(response, received);
    const message = `max_tokens is too large: ${asked}. This model supports at most ${most} completion tokens, whereas you provided ${asked}.`;
    json(400, { error: { message, type: 'invalid_request_error', param: 'max_tokens', code: null } })(
      response,
      received,
    );
  };

/** As vLLM says it, for prompts that it counts as a word to a token; `template`: tokens that its chat template adds. */
const within =
  (size: number, say = exactly, template = 0): Reply =>
  (response, received) => {
    const { messages, tools } = received.body;
    const prompt = JSON.stringify([messages, tools]).split(/\s+/).length + template;
    const asked = Number(received.body['max_tokens'] ?? 1);
    if (prompt + asked <= size) return hello(response, received);
    json(400, { object: 'error', message: say(size, asked, prompt), type: 'BadRequestError', param: null, code: 400 })(
      response,
      received,
    );
  };
const exactly = (size: number, asked: number, prompt: number) =>
  `'max_tokens' or 'max_completion_tokens' is too large: ${asked}. This model's maximum context length is ${size} tokens and your request has ${prompt} input tokens (${asked} > ${size} - ${prompt}).`;
const totalOf = (size: number, asked: number, prompt: number) =>
  `This model's maximum context length is ${size} tokens. However, you requested ${prompt + asked} tokens (${prompt} in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
const atLeast = (size: number, asked: number) =>
  `This model's maximum context length is ${size} tokens. However, you requested ${asked} output tokens and your prompt contains at least ${size - asked + 1} input tokens, for a total of at least ${size + 1} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`;

describe('(R111) an endpoint that refuses a limit which no author wrote', () => {
  test('is asked for what it names, then and from then on, at the cost of no fault', async () => {
    server.answerWith(upTo(4_096));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    expect(await generator.complete(aRequest())).toMatchObject({ text: 'Hello', maxTokens: 4_096 });
    expect(await generator.complete(aRequest())).toMatchObject({ text: 'Hello', maxTokens: 4_096 });
    expect(limits()).toEqual([8_192, 4_096, 4_096]);
  });

  test('whose context is 8,192: what is left beside the prompt, of a longer prompt too', async () => {
    server.answerWith(within(8_192));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    const { maxTokens: first = 0 } = await generator.complete(aRequest());
    expect(first).toBeGreaterThan(8_100);
    const longer = aRequest({ messages: [{ role: 'user', content: 'one more word '.repeat(500) }] });
    const { maxTokens: second = 0 } = await generator.complete(longer);
    expect(second).toBeGreaterThan(6_000);
    expect(second).toBeLessThan(6_700);
    expect(limits()).toEqual([8_192, first, second]);
  });

  test('whose chat template adds text that we do not count: one call is refused, not each', async () => {
    server.answerWith(within(8_192, totalOf, 100));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    const { maxTokens: first } = await generator.complete(aRequest());
    const { maxTokens: second } = await generator.complete(aRequest());
    await generator.complete(aRequest());
    expect(limits()).toEqual([8_192, first, second, second]);
    expect(second).toBe(first);
    const longer = aRequest({ messages: [{ role: 'user', content: 'one more word '.repeat(500) }] });
    await generator.complete(longer);
    expect(server.received).toHaveLength(5);
  });

  test('whose tools it counts: a prompt without them gives up no more than before', async () => {
    server.answerWith(within(8_192, totalOf));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    const tool = { name: 'look', description: 'one word more '.repeat(300), parameters: { type: 'object' } };
    await generator.complete(aRequest({ tools: [tool] }));
    const { maxTokens = 0 } = await generator.complete(aRequest());
    expect(maxTokens).toBeGreaterThan(8_100);
    expect(server.received).toHaveLength(3);
  });

  test('and has not counted the whole prompt: our own count stands in', async () => {
    server.answerWith(within(8_192, atLeast));
    const long = aRequest({ messages: [{ role: 'user', content: 'one more word '.repeat(500) }] });
    const { maxTokens = 0 } = await aGenerator({ baseUrl: server.baseUrl }).complete(long);
    expect(limits()).toEqual([8_192, maxTokens]);
  });

  test('and refuses what it named: no limit is sent any more', async () => {
    const refusal = json(400, { error: { message: 'max_tokens may be at most 4096', param: 'max_tokens' } });
    server.answerWith(refusal, refusal, hello);
    const generator = aGenerator({ baseUrl: server.baseUrl });
    expect(await generator.complete(aRequest())).not.toHaveProperty('maxTokens');
    await generator.complete(aRequest());
    expect(limits()).toEqual([8_192, 4_096, undefined, undefined]);
  });

  test('is remembered for its own model only', async () => {
    server.answerWith(upTo(4_096));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    await generator.complete(aRequest());
    await generator.complete(aRequest({ model: { name: 'main/other' } }));
    expect(limits()).toEqual([8_192, 4_096, 8_192, 4_096]);
  });

  test('refuses a prompt that is too long alone: nothing else is sent', async () => {
    server.answerWith(within(20));
    const long = aRequest({ messages: [{ role: 'user', content: 'one more word '.repeat(500) }] });
    const error = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(long));
    expect(error.kind).toBe('context_overflow');
    expect(server.received).toHaveLength(1);
  });
});

test.each([
  ['by its own name', { name: 'main/tiny', maxTokens: 8_192 }],
  ['in extra', { name: 'main/tiny', extra: { max_tokens: 8_192 } }],
])('(R111) a limit that an author wrote %s is not changed: its refusal is a fault', async (_how, model) => {
  server.answerWith(upTo(4_096));
  const error = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model })));
  expect(error).toMatchObject({ kind: 'configuration', status: 400 });
  expect(limits()).toEqual([8_192]);
});

test('a wait that is longer than ours is told (section 3, provider faults)', async () => {
  server.answerWith(json(429, { error: { message: 'slow down' } }, { 'retry-after': '3600' }));
  const before = Date.now();
  const error = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
  expect(error.retryAfter).toBe(60_000);
  expect(error.waitUntil).toBeGreaterThanOrEqual(before + 3_600_000);
});
