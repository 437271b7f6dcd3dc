/** At the wire: what a caller of a provider adapter sees of faults, refusals, aborts and hostile servers. */
import { createServer } from 'node:net';
import type { AdapterGeneratorOptions } from '../../src/generators/adapter-generator.ts';
import type { ModelAnswer, ModelRequest } from '../../src/generators/generator.ts';
import {
  hang,
  json,
  type ModelServer,
  type Reply,
  reset,
  startModelServer,
  stream,
  text,
} from '../support/engine/model-server.ts';
import {
  anthropicStream,
  candidate,
  googleStream,
  MESSAGE_START,
  messageEnd,
  textBlock,
  thinkingBlock,
} from './native-wire.ts';
import { API_KEY, anAdapterGenerator, aRequest, failureOf, PROFILE, SHORT_DEADLINE, SHORT_IDLE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const ANTHROPIC = ['@ai-sdk/anthropic', '@ai-sdk-6/anthropic', '@ai-sdk-5/anthropic'];
const GOOGLE = ['@ai-sdk/google', '@ai-sdk-6/google', '@ai-sdk-5/google'];

function call(
  provider: string,
  replies: Reply | readonly Reply[],
  fields: Partial<ModelRequest> = {},
  options: Partial<AdapterGeneratorOptions> = {},
): Promise<ModelAnswer> {
  server.answerWith(...[replies].flat());
  const model = provider.endsWith('anthropic') ? 'main/claude-sonnet-4-5' : 'main/gemini-2.5-flash';
  const request = aRequest({ ...fields, model: { ...fields.model, name: model } });
  return anAdapterGenerator({ provider, baseUrl: server.baseUrl }, options).complete(request);
}

const refused = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_1' });
const HALF = [MESSAGE_START, ...textBlock(0, 'Half').slice(0, 2)];
const HELLO = [MESSAGE_START, ...textBlock(0, 'Hello.'), ...messageEnd('end_turn')];

describe.each(ANTHROPIC)('R32: a fault of the Messages API by %s', (provider) => {
  test.each([
    [
      'a rate limit',
      429,
      refused('rate_limit_error', 'This request would exceed the rate limit of 50 requests per minute.'),
      { 'retry-after': '7' },
      { kind: 'transport', status: 429, retryAfter: 7_000 },
    ],
    ['an overload', 529, refused('overloaded_error', 'Overloaded'), {}, { kind: 'transport', status: 529 }],
    ['an outage', 503, 'upstream connect error', {}, { kind: 'transport', status: 503 }],
    [
      'a wrong key',
      401,
      refused('authentication_error', `invalid x-api-key ${API_KEY}`),
      {},
      { kind: 'configuration', status: 401 },
    ],
    [
      'a model that is not there',
      404,
      refused('not_found_error', 'model: claude-nope'),
      {},
      { kind: 'configuration', status: 404 },
    ],
    [
      'a long prompt',
      400,
      refused('invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
      {},
      { kind: 'context_overflow', status: 400 },
    ],
    [
      'an empty account',
      400,
      refused('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      {},
      { kind: 'quota', status: 400 },
    ],
  ] as const)('%s', async (_what, status, body, headers, expected) => {
    const error = await failureOf(call(provider, json(status, body, headers)));
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^endpoint main: the provider answered \d{3}/);
    expect(error.message).not.toContain(API_KEY);
    expect(server.received).toHaveLength(1);
  });

  test('an error in the stream keeps what had come, and counts it', async () => {
    const events = [...HALF, refused('overloaded_error', 'Overloaded')];
    const error = await failureOf(call(provider, anthropicStream(events)));
    expect(error).toMatchObject({ kind: 'transport', partial: 'Half', usage: { llmCalls: 1 } });
    expect(error.message).toContain('the provider answered with an error: Overloaded');
  });

  test('an error as the first event', async () => {
    const error = await failureOf(call(provider, anthropicStream([refused('overloaded_error', 'Overloaded')])));
    expect(error).toMatchObject({ kind: 'transport', partial: undefined });
    expect(error.message).toContain('Overloaded');
  });

  test('an error in a 200 that is a document', async () => {
    const error = await failureOf(call(provider, json(200, refused('invalid_request_error', 'max_tokens: required'))));
    expect(error).toMatchObject({ kind: 'configuration' });
    expect(error.message).toContain('max_tokens: required');
  });

  test('a stream that ends without a reason', async () => {
    const error = await failureOf(call(provider, anthropicStream(HALF)));
    expect(error).toMatchObject({ kind: 'transport', partial: 'Half' });
    expect(error.message).toContain('was cut off: the stream ended without');
  });

  test('a connection that breaks off', async () => {
    const error = await failureOf(call(provider, anthropicStream(HALF, 'reset')));
    expect(error).toMatchObject({ kind: 'transport', partial: 'Half' });
    expect(error.message).toContain('the connection failed');
  });

  test.each([
    ['a web page', text(200, '<html><body>Sign in</body></html>', 'text/html'), /is a web page; it begins: <html>/],
    [
      'no UTF-8',
      text(200, Uint8Array.from([100, 97, 116, 97, 58, 32, 0xff, 0xfe, 10, 10]), 'text/event-stream'),
      /is not valid UTF-8/,
    ],
    ['no JSON', stream(['data: {"type": "mess\n\n'], 'cut'), /the answer is none that .* can read/],
    ['a document of another kind', json(200, { hello: 'world' }), /the answer is none that .* can read/],
    ['nothing', stream([], 'cut'), /was cut off/],
    ['nothing but comments', stream([': still here\n\n'], 'cut'), /was cut off/],
  ])('%s is transport', async (_what, reply, says) => {
    const error = await failureOf(call(provider, reply));
    expect(error).toMatchObject({ kind: 'transport' });
    expect(error.message).toMatch(says);
    expect(server.received).toHaveLength(1);
  });

  test('a redirect is not followed, so the key goes nowhere else', async () => {
    const reply: Reply = (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    const error = await failureOf(call(provider, reply));
    expect(error).toMatchObject({ kind: 'configuration' });
    expect(error.message).toContain('redirects to http://127.0.0.1:1/');
  });

  test('an answer that goes on past its limit is cut, and none of it is taken', async () => {
    const events = [MESSAGE_START, ...textBlock(0, 'a'.repeat(40_000), 'b'.repeat(40_000)), ...messageEnd('end_turn')];
    const answer = await call(provider, anthropicStream(events), { model: { name: '', maxTokens: 10 } });
    expect(answer.finishReason).toBe('too_long');
  });

  test('llm 1.3: a refused parameter is left out, and stays out', async () => {
    const no = json(400, refused('invalid_request_error', 'top_p: Extra inputs are not permitted'));
    server.answerWith(no, anthropicStream(HELLO));
    const generator = anAdapterGenerator({ provider, baseUrl: server.baseUrl });
    const request = aRequest({ model: { name: 'main/claude-sonnet-4-5', topP: 0.5 } });
    await expect(generator.complete(request)).resolves.toMatchObject({ text: 'Hello.' });
    await generator.complete(request);
    expect(server.received.map(({ body }) => body['top_p'])).toEqual([0.5, undefined, undefined]);
  });

  test('R111: a limit that no author wrote follows what the provider names', async () => {
    const no = json(
      400,
      refused(
        'invalid_request_error',
        'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-sonnet-4-5',
      ),
    );
    const answer = await call(provider, [no, anthropicStream(HELLO)]);
    expect(answer).toMatchObject({ text: 'Hello.', maxTokens: 4_096 });
    expect(server.received.map(({ body }) => body['max_tokens'])).toEqual([8_192, 4_096]);
  });
});

describe.each(GOOGLE)('R32: a fault of the Gemini API by %s', (provider) => {
  const error = (code: number, status: string, message: string, details: readonly object[] = []) => ({
    error: { code, message, status, details },
  });

  test.each([
    [
      'a rate limit',
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17s' },
      ]),
      { kind: 'transport', status: 429, retryAfter: 17_000 },
    ],
    [
      'a daily quota',
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
        },
      ]),
      { kind: 'quota', status: 429 },
    ],
    ['an outage', 503, error(503, 'UNAVAILABLE', 'The model is overloaded.'), { kind: 'transport', status: 503 }],
    [
      'a wrong key',
      400,
      error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
      { kind: 'configuration', status: 400 },
    ],
    [
      'a long prompt',
      400,
      error(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
      { kind: 'context_overflow', status: 400 },
    ],
  ])('%s', async (_what, status, body, expected) => {
    const failure = await failureOf(call(provider, json(status, body)));
    expect(failure).toMatchObject(expected);
    expect(failure.message).toContain(body.error.message);
    expect(server.received).toHaveLength(1);
  });

  test('an error in the stream keeps what had come', async () => {
    const chunks = [candidate([{ text: 'Half' }]), error(503, 'UNAVAILABLE', 'The model is overloaded.')];
    const failure = await failureOf(call(provider, googleStream(chunks)));
    expect(failure).toMatchObject({ kind: 'transport', partial: 'Half', status: 503 });
    expect(failure.message).toContain('The model is overloaded.');
  });

  test('a stream that ends without a reason', async () => {
    const failure = await failureOf(call(provider, googleStream([candidate([{ text: 'Half' }])])));
    expect(failure).toMatchObject({ kind: 'transport', partial: 'Half' });
    expect(failure.message).toContain('was cut off');
  });

  test('llm 1.4: silence after the reason for the end ends the answer, with the usage that has come', async () => {
    const chunks = [candidate([{ text: 'Hello.' }]), candidate([], 'STOP')];
    const endpoint = { provider, baseUrl: server.baseUrl, profile: { ...PROFILE, tailMs: 100 } };
    server.answerWith(googleStream(chunks, 'open'));
    const generator = anAdapterGenerator(endpoint);
    const answer = await generator.complete(aRequest({ model: { name: 'main/gemini-2.5-flash' } }));
    expect(answer).toMatchObject({
      text: 'Hello.',
      finishReason: 'stop',
      usage: { inputTokens: 40, outputTokens: 32 },
    });
  });

  test('llm 1.3: a refused parameter is left out', async () => {
    const no = json(400, error(400, 'INVALID_ARGUMENT', 'Unable to submit request because topP is not supported.'));
    const reply = googleStream([candidate([{ text: 'Hello.' }], 'STOP')]);
    await expect(call(provider, [no, reply], { model: { name: '', topP: 0.5 } })).resolves.toMatchObject({
      text: 'Hello.',
    });
    expect(server.received.map(({ body }) => Object(body['generationConfig'])['topP'])).toEqual([0.5, undefined]);
  });
});

describe.each([...ANTHROPIC, ...GOOGLE])('clocks and aborts by %s', (provider) => {
  const REASON = new Error('stopped by a person');
  const half = provider.endsWith('anthropic')
    ? anthropicStream(HALF, 'open')
    : googleStream([candidate([{ text: 'Half' }])], 'open');

  test.each([
    ['before the headers', hang],
    ['while a stream is silent', stream([], 'open')],
    ['in mid-stream', half],
  ])('R83: an abort %s rejects with its reason and closes the connection', async (_when, reply) => {
    const controller = new AbortController();
    const answer = call(provider, reply, { signal: controller.signal });
    const { closed } = await server.arrival();
    controller.abort(REASON);
    await expect(answer).rejects.toBe(REASON);
    await closed;
  });

  test('an abort at a piece of the answer rejects with its reason', async () => {
    const controller = new AbortController();
    const onProgress = ({ text: so }: { readonly text: string }) => so !== '' && controller.abort(REASON);
    const answer = call(provider, half, { signal: controller.signal, onProgress });
    const { closed } = await server.arrival();
    await expect(answer).rejects.toBe(REASON);
    await closed;
  });

  test('an endpoint that never answers', async () => {
    const error = await failureOf(call(provider, hang, {}, SHORT_DEADLINE));
    expect(error).toMatchObject({ kind: 'transport', message: expect.stringContaining('no complete answer within') });
  });

  test('an endpoint that falls silent', async () => {
    const error = await failureOf(call(provider, half, {}, SHORT_IDLE));
    expect(error).toMatchObject({
      kind: 'transport',
      partial: 'Half',
      message: expect.stringContaining('no content for'),
    });
  });

  test('a connection that is reset', async () => {
    const error = await failureOf(call(provider, reset));
    expect(error).toMatchObject({ kind: 'transport', message: expect.stringContaining('the connection failed') });
    expect(server.received).toHaveLength(1);
  });

  test('a connection that is refused costs nothing', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const address = closed.address();
    await new Promise((resolve) => closed.close(resolve));
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const generator = anAdapterGenerator({ provider, baseUrl: `http://127.0.0.1:${port}/v1` });
    const error = await failureOf(generator.complete(aRequest()));
    expect(error).toMatchObject({ kind: 'transport', message: expect.stringMatching(/ECONNREFUSED.*base URL/) });
    expect(error.usage).toBeUndefined();
  });
});

test('thinking is a sign of life, and no part of the answer', async () => {
  const events = [MESSAGE_START, ...thinkingBlock(0, 'Hm.', 'c2ln').slice(0, 2)];
  const error = await failureOf(call('@ai-sdk/anthropic', anthropicStream(events, 'open'), {}, SHORT_IDLE));
  expect(error).toMatchObject({ kind: 'transport', partial: undefined });
});

describe('keys', () => {
  test('an address without a key is sent none of the environment', async () => {
    process.env['ANTHROPIC_API_KEY'] = 'a-key-of-somebody-else';
    try {
      server.answerWith(anthropicStream(HELLO));
      const endpoint = { provider: '@ai-sdk/anthropic', baseUrl: server.baseUrl };
      const options = { endpoint: { name: 'main', profile: PROFILE, ...endpoint }, apiKey: undefined };
      await anAdapterGenerator(endpoint, options).complete(aRequest());
      expect(server.received[0]?.headers['x-api-key']).toBe('none');
    } finally {
      delete process.env['ANTHROPIC_API_KEY'];
    }
  });

  test('a key that an adapter takes from the environment stays out of errors', async () => {
    process.env['ANTHROPIC_API_KEY'] = 'a-key-of-the-environment';
    process.env['ANTHROPIC_BASE_URL'] = server.baseUrl;
    try {
      server.answerWith(json(401, refused('authentication_error', 'no such key: a-key-of-the-environment')));
      const options = {
        endpoint: { name: 'main', profile: PROFILE, provider: '@ai-sdk/anthropic' },
        apiKey: undefined,
      };
      const error = await failureOf(anAdapterGenerator({ provider: '' }, options).complete(aRequest()));
      expect(error.message).toContain('no such key: [key]');
    } finally {
      delete process.env['ANTHROPIC_API_KEY'];
      delete process.env['ANTHROPIC_BASE_URL'];
    }
  });

  test('without a key and an address the adapter says what is missing, and nothing is sent', async () => {
    const options = { endpoint: { name: 'main', profile: PROFILE, provider: '@ai-sdk/anthropic' }, apiKey: undefined };
    const error = await failureOf(anAdapterGenerator({ provider: '' }, options).complete(aRequest()));
    expect(error).toMatchObject({ kind: 'configuration', message: expect.stringContaining('ANTHROPIC_API_KEY') });
  });
});
