/** At the wire: a real server on a free port, spoken to by fetch. */
import { once } from 'node:events';
import Fastify from 'fastify';
import { z } from 'zod';
import { readBodies } from '../../src/api/http/bodies.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { simEndpoint } from '../../src/simulation/endpoint.ts';

/** fetch keeps spare connections open, which are no concern of this test. */
const app = Fastify({ forceCloseConnections: true });
let url = '';

beforeAll(async () => {
  const slow = { name: 'slow', latencyMs: 60_000, steps: { '*': { right: 'late' } } };
  const paced = { name: 'paced', tokensPerSecond: 200, steps: { '*': { right: 'x'.repeat(80) } } };
  await app.register(simEndpoint, { cards: loadCards([slow, paced]) });
  url = await app.listen({ port: 0 });
});
afterAll(() => app.close());

const ask = (body: unknown, signal?: AbortSignal) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
const messages = [{ role: 'user', content: 'Say hello.' }];
const script = (outputs: unknown, more: object = {}) => ({
  model: 'sim:script',
  messages,
  metadata: { dsap_step: 'a', dsap_n: '1', dsap_faults: '0' },
  sim: { outputs: { a: outputs } },
  ...more,
});

const Completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) });
const textIn = (body: unknown) => Completion.parse(body).choices[0].message.content;
const Chunk = z.object({ choices: z.tuple([z.object({ delta: z.object({ content: z.string().default('') }) })]) });

/** The data of a stream, in order. */
async function framesOf(response: Response): Promise<readonly string[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => frame.replace(/^data: /, ''));
}

describe('running 4: an OpenAI-compatible endpoint', () => {
  test('calls tools, in one piece and in a stream, with ids that differ from turn to turn', async () => {
    const turns = [{ toolCalls: [{ name: 'parse' }, { name: 'query', arguments: { field: 'x' } }] }];
    const whole: unknown = await (await ask(script([{ turns }]))).json();
    const calls = [
      { type: 'function', function: { name: 'parse', arguments: '{}' } },
      { type: 'function', function: { name: 'query', arguments: '{"field":"x"}' } },
    ];
    expect(whole).toMatchObject({ choices: [{ message: { tool_calls: calls }, finish_reason: 'tool_calls' }] });
    const frames = (await framesOf(await ask(script([{ turns }], { stream: true })))).slice(0, -1);
    const deltas = frames.map((frame): unknown => JSON.parse(frame));
    expect(deltas).toContainEqual(
      expect.objectContaining({
        choices: [
          expect.objectContaining({ delta: { tool_calls: [expect.objectContaining({ index: 1, ...calls[1] })] } }),
        ],
      }),
    );
    const answered = [...messages, { role: 'assistant', content: null }, { role: 'tool', content: 'done' }];
    const next = JSON.stringify(await (await ask(script([{ turns }], { messages: answered }))).json());
    const [id = ''] = /call_[0-9a-f]+_0/.exec(JSON.stringify(whole)) ?? [];
    expect(next).toMatch(/call_[0-9a-f]+_0/);
    expect(next).not.toContain(id);
  });

  test('answers a request that does not stream, with usage', async () => {
    const response = await ask({ model: 'sim:default', messages });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'sim:default',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Say hello.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 3, total_tokens: 6, prompt_tokens_details: { cached_tokens: 0 } },
    });
  });

  test('streams chunks, the usage last when it is asked for, and [DONE]', async () => {
    const response = await ask({
      model: 'sim:default',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const frames = await framesOf(response);
    expect(frames.at(-1)).toBe('[DONE]');
    const chunks = frames.slice(0, -1).map((frame): unknown => JSON.parse(frame));
    expect(chunks).toEqual([
      expect.objectContaining({
        object: 'chat.completion.chunk',
        choices: [expect.objectContaining({ delta: { role: 'assistant', content: '' } })],
      }),
      expect.objectContaining({
        choices: [expect.objectContaining({ delta: { content: 'Say hello.' }, finish_reason: null })],
      }),
      expect.objectContaining({ choices: [expect.objectContaining({ delta: {}, finish_reason: 'stop' })] }),
      expect.objectContaining({ choices: [], usage: expect.objectContaining({ total_tokens: 6 }) }),
    ]);
  });

  test('a stream has no usage when nobody asks', async () => {
    expect((await framesOf(await ask({ model: 'sim:default', messages, stream: true }))).join()).not.toContain('usage');
  });

  test('the pieces of a paced stream make the whole answer, and take their time', async () => {
    let isLater = false;
    setTimeout(() => (isLater = true), 50);
    const frames = await framesOf(await ask({ model: 'sim:paced', messages, stream: true }));
    const pieces = frames.slice(0, -1).map((frame) => Chunk.parse(JSON.parse(frame)).choices[0].delta.content);
    expect(pieces.join('')).toBe('x'.repeat(80));
    expect(pieces.length).toBeGreaterThan(4);
    expect(isLater).toBe(true);
  });

  test('content may be a list of parts', async () => {
    const parts = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Say ' },
          { type: 'text', text: 'hello.' },
        ],
      },
    ];
    expect(await (await ask({ model: 'sim:default', messages: parts })).json()).toMatchObject({
      choices: [{ message: { content: 'Say hello.' } }],
    });
  });

  test('an output schema is answered by an instance', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 2 } } };
    const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema } };
    expect(await (await ask({ model: 'sim:default', messages, response_format })).json()).toMatchObject({
      choices: [{ message: { content: '{"a":2}' } }],
    });
  });

  test('lists its models', async () => {
    const response = await fetch(`${url}/v1/models`);
    expect(await response.json()).toMatchObject({
      object: 'list',
      data: expect.arrayContaining(
        ['sim:default', 'sim:script', 'sim:coin', 'sim:slow'].map((id) =>
          expect.objectContaining({ id, object: 'model' }),
        ),
      ),
    });
  });

  test.each([
    ['an unknown card', { model: 'sim:nobody', messages }, 404, 'model_not_found'],
    ['no messages', { model: 'sim:default', messages: [] }, 400, 'invalid_request_error'],
    ['a script that cannot be read', script([{ status: 99 }]), 400, 'invalid_request_error'],
    ['a simulated 429', script([{ status: 429, retryAfter: 2 }, 'x']), 429, 'rate_limit_exceeded'],
    ['a simulated 503', script([{ status: 503 }, 'x'], { stream: true }), 503, 'server_error'],
  ])('%s is an error of its shape', async (_, body, status, code) => {
    const response = await ask(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { message: expect.any(String), type: expect.any(String), param: null, code },
    });
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '2' : null);
  });

  test('a body that is no JSON is an error of its shape', async () => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request_error' } });
  });

  test.each([
    ['length', { content: 'half', refusal: null }, 'length'],
    ['content_filter', { content: 'half', refusal: null }, 'content_filter'],
    ['refusal', { content: null, refusal: 'half' }, 'stop'],
  ])('finish %s', async (finish, message, finish_reason) => {
    expect(await (await ask(script([{ text: 'half', finish }]))).json()).toMatchObject({
      choices: [{ message, finish_reason }],
    });
  });

  const streamed = (output: object, includeUsage = false) =>
    ask(script([output], { stream: true, stream_options: { include_usage: includeUsage } })).then(framesOf);

  test('thinks before it answers, in pieces, and counts the thoughts', async () => {
    const thinking = { text: 'hm ', for: '1s' };
    const frames = await streamed({ text: 'so', thinking }, true);
    expect(frames.filter((frame) => frame.includes('"reasoning_content":"hm "'))).toHaveLength(4);
    expect(frames.findLastIndex((frame) => frame.includes('reasoning_content'))).toBeLessThan(
      frames.findIndex((frame) => frame.includes('"content":"so"')),
    );
    expect(frames.at(-2)).toContain('"completion_tokens":4');
    expect(frames.at(-2)).toContain('"reasoning_tokens":3');
    expect(await (await ask(script([{ text: 'so', thinking: 'hm' }]))).json()).toMatchObject({
      choices: [{ message: { content: 'so', reasoning_content: 'hm' } }],
      usage: { completion_tokens_details: { reasoning_tokens: 1 } },
    });
  });

  test('names another model, tells its usage late, and ends by any word or none', async () => {
    const frames = await streamed({ text: 'x', model: 'mini', lateUsage: 30, finish: 'MAX_TOKENS' }, true);
    expect(frames.slice(0, -1).every((frame) => frame.includes('"model":"mini"'))).toBe(true);
    expect(frames.at(-3)).toContain('"finish_reason":"MAX_TOKENS"');
    expect(frames.at(-2)).toContain('"total_tokens"');
    expect((await streamed({ text: 'x', finish: null })).join()).not.toMatch(/"finish_reason":"/);
  });

  test('breaks off with an error in the stream', async () => {
    const frames = await streamed({ error: { message: 'down', code: 529 }, text: 'half' });
    expect(frames.at(-2)).toContain('"content":"half"');
    expect(frames.at(-1)).toBe('{"error":{"message":"down","type":"server_error","code":529}}');
    const whole = await ask(script([{ error: 'down' }]));
    expect(await whole.json()).toEqual({ error: { message: 'down', type: 'server_error', code: null } });
  });

  test('a streamed refusal comes in its own field', async () => {
    const frames = await framesOf(await ask(script([{ text: 'no', finish: 'refusal' }], { stream: true })));
    expect(frames.join()).toContain('"delta":{"refusal":"no"}');
  });

  test('without metadata a client is at the first answer of a step without a name', async () => {
    const { metadata: _, ...foreign } = script(['x']);
    expect(await (await ask({ ...foreign, sim: { outputs: { '': ['x', 'y'] } } })).json()).toMatchObject({
      choices: [{ message: { content: 'x' } }],
    });
    expect(await (await ask(foreign)).json()).toMatchObject({ choices: [{ message: { content: 'Say hello.' } }] });
  });

  test('nothing is remembered between requests', async () => {
    const texts = [];
    for (const n of ['2', '1', '2']) {
      const response = await ask(script(['x', 'y'], { metadata: { dsap_step: 'a', dsap_n: n, dsap_faults: '0' } }));
      texts.push(textIn(await response.json()));
    }
    expect(texts).toEqual(['y', 'x', 'y']);
  });
});

describe('running 4: broken connections', () => {
  test.each([true, false])('a drop breaks the answer off (stream %p)', async (stream) => {
    const broken = ask(script([{ drop: true }, 'x'], { stream })).then((response) => response.text());
    await expect(broken).rejects.toThrow();
  });

  test.each([true, false])(
    'a stall sends its headers and then nothing until the client goes (stream %p)',
    async (stream) => {
      const gone = new AbortController();
      const response = await ask(script([{ stall: true }], { stream }), gone.signal);
      expect(response.status).toBe(200);
      const reading = response.text();
      gone.abort();
      await expect(reading).rejects.toThrow();
    },
  );

  test('an answer that is not wanted any more is given up at once', async () => {
    const gone = new AbortController();
    const connected = once(app.server, 'request');
    const response = await ask({ model: 'sim:slow', messages, stream: true }, gone.signal);
    const [{ socket }] = await connected;
    const closed = once(socket, 'close');
    gone.abort();
    await expect(response.text()).rejects.toThrow();
    await closed;
  });

  test('beside a service that keeps no such text, NUL and half characters are refused as OpenAI refuses: with 400', async () => {
    const own = Fastify();
    readBodies(own);
    await own.register(simEndpoint, { cards: loadCards() });
    for (const content of ['a\0b', 'a\ud800b']) {
      const payload = { model: 'sim:default', messages: [{ role: 'user', content }] };
      const response = await own.inject({ method: 'POST', url: '/v1/chat/completions', payload });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        error: {
          type: 'invalid_request_error',
          message: expect.stringContaining('NUL characters and lone surrogates'),
        },
      });
    }
    await own.close();
  });

  test('a server with a stalled answer still closes', async () => {
    const own = Fastify();
    await own.register(simEndpoint, { cards: loadCards() });
    const address = await own.listen({ port: 0 });
    const stalled = await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(script([{ stall: true }], { stream: true })),
    });
    const reading = stalled.text();
    await Promise.all([own.close(), expect(reading).rejects.toThrow()]);
  });
});
