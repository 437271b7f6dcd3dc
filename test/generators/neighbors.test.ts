/** At the wire: what providers send beside the usual, each with the value that it must come to (reports 1–4, 6, 7, 12, 13, 16, 17, 20, 21, 32, N1–N13). */
import { gzipSync } from 'node:zlib';
import type { ModelAnswer, ModelRequest } from '../../src/generators/generator.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  text,
  usage,
} from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf, PROFILE, SHORT_IDLE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

function ask(replies: Reply | readonly Reply[], fields: Partial<ModelRequest> = {}): Promise<ModelAnswer> {
  server.answerWith(...[replies].flat());
  return aGenerator({ baseUrl: server.baseUrl }).complete(aRequest(fields));
}

const delta = (fields: object, beside: object = {}) => ({ choices: [{ index: 0, delta: fields, ...beside }] });
const call = (fields: object) => delta({ tool_calls: [fields] });
const COUNTS = { prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 };
const raw = (body: string | Uint8Array): Reply => text(200, body, 'text/event-stream');
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const DONE = 'data: [DONE]\n\n';
const HELLO = [piece('Hello'), finish('stop')];

describe('reports 1 and N1: the end of an answer', () => {
  test.each([
    ['Max Tokens', 'length'],
    ['MAX-OUTPUT-TOKENS', 'length'],
    ['FINISH_REASON_MAX_TOKENS', 'length'],
    ['FinishReason.MAX_TOKENS', 'length'],
    ['finish_reason_stop', 'stop'],
    ['STOP', 'stop'],
    ['FINISH_REASON_SAFETY', 'content_filter'],
    ['Content-Filter', 'content_filter'],
    ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
    ['language', 'other'],
    ['FINISH_REASON_UNSPECIFIED', 'other'],
    ['MALFORMED_FUNCTION_CALL', 'other'],
    ['UNEXPECTED_TOOL_CALL', 'other'],
    ['TOO_MANY_TOOL_CALLS', 'other'],
    ['pause_turn', 'other'],
    ['stopped by user', 'other'],
    ['ＳＴＯＰ', 'other'],
    ['tool_calls', 'tool_calls'],
  ])('%s is %s', async (word, finishReason) => {
    expect(await ask(stream([piece('some'), finish(word)]))).toMatchObject({ text: 'some', finishReason });
  });

  test('a reason that is a number or an object says nothing, so the stream is cut off', async () => {
    for (const finish_reason of [1, { type: 'stop' }, true]) {
      const failure = await failureOf(ask(stream([piece('x'), delta({}, { finish_reason })], 'cut')));
      expect(failure).toMatchObject({ kind: 'transport', partial: 'x' });
    }
  });

  test('a reason in the first chunk does not end the answer', async () => {
    const events = [delta({ content: 'One ' }, { finish_reason: 'stop' }), piece('two'), finish('length')];
    expect(await ask(stream(events))).toMatchObject({ text: 'One two', finishReason: 'length' });
  });
});

describe('how events are framed', () => {
  const body = HELLO.map(data).join('') + DONE;
  test.each<[string, string | Uint8Array]>([
    ['CRLF', body.replaceAll('\n', '\r\n')],
    ['CR alone', body.replaceAll('\n', '\r')],
    [
      'comments and keep-alives between',
      `: ping\n\n${HELLO.map((event) => `${data(event)}: ping\n\n`).join('')}${DONE}`,
    ],
    ['a byte-order mark', `\ufeff${body}`],
    ['no blank behind data:', body.replaceAll('data: ', 'data:')],
    [
      'fields id, event and retry',
      HELLO.map((event) => `id: 1\nevent: message\nretry: 5\n${data(event)}`).join('') + DONE,
    ],
    [
      'data in several lines',
      HELLO.map(
        (event) =>
          `${JSON.stringify(event, null, 1)
            .split('\n')
            .map((line) => `data: ${line}`)
            .join('\n')}\n\n`,
      ).join('') + DONE,
    ],
    ['empty data lines', `data:\n\ndata: \n\n${body}`],
    ['no empty line at the end', body.trimEnd()],
    ['gzip with its header', body],
  ])('%s', async (name, bytes) => {
    const reply: Reply = name.startsWith('gzip')
      ? (response) =>
          void response
            .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
            .end(gzipSync(bytes))
      : raw(bytes);
    expect(await ask(reply)).toMatchObject({ text: 'Hello', finishReason: 'stop' });
  });

  test('characters that chunks and events cut in two', async () => {
    const bytes = Buffer.from(`${data(piece('Zoë 🎈'))}${data(finish('stop'))}${DONE}`);
    const reply: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of bytes) response.write(Uint8Array.of(byte));
      response.end();
    };
    expect(await ask(reply)).toMatchObject({ text: 'Zoë 🎈' });
    expect(await ask(stream([piece('a \ud83c'), piece('\udf88 b'), finish('stop')]))).toMatchObject({ text: 'a 🎈 b' });
  });

  test.each<[string, Reply, object]>([
    [
      'event: error',
      raw(`${data(piece('ha'))}event: error\n${data({ error: { message: 'overloaded', code: 503 } })}`),
      { kind: 'transport', partial: 'ha', message: /overloaded/ },
    ],
    [
      'event: error without an object',
      raw(`event: error\ndata: upstream went away\n\n`),
      { kind: 'transport', message: /upstream went away/ },
    ],
    [
      'choices: [] with an error',
      stream([{ choices: [], error: { message: 'no capacity', code: 429 } }]),
      { kind: 'transport', message: /no capacity/ },
    ],
    ['an error as a text', stream([{ error: 'no capacity' }]), { kind: 'transport', message: /no capacity/ }],
    [
      'an error of a key',
      stream([{ error: { message: 'bad key', code: 401 } }]),
      { kind: 'configuration', message: /bad key/ },
    ],
    [
      'detail of FastAPI in a stream',
      stream([{ detail: 'engine is dead' }]),
      { kind: 'transport', message: /engine is dead/ },
    ],
    [
      'a page',
      text(200, '<html><title>Sign in</title></html>', 'text/html'),
      { kind: 'transport', message: /web page.*Sign in/ },
    ],
    [
      'a page of a proxy with a JSON type',
      text(200, '\n <!DOCTYPE html><p>Down</p>', 'application/json'),
      { kind: 'transport', message: /web page/ },
    ],
    ['204', (response) => void response.writeHead(204).end(), { kind: 'transport' }],
    ['an empty document', text(200, '', 'application/json'), { kind: 'transport' }],
    ['null', text(200, 'null', 'application/json'), { kind: 'transport' }],
    ['a list', text(200, '[]', 'application/json'), { kind: 'transport' }],
    ['[DONE] alone', raw(DONE), { kind: 'transport', message: /no choices/ }],
    ['no choices but usage', stream([usage(COUNTS)]), { kind: 'transport', message: /no choices/ }],
    [
      'choices as an object',
      stream([{ choices: { delta: { content: 'x' } } }]),
      { kind: 'transport', message: /no choices/ },
    ],
    ['Latin-1', raw(Buffer.from(data(piece('Zoë')), 'latin1')), { kind: 'transport', message: /not valid UTF-8/ }],
  ])('%s is a fault', async (_, reply, fault) => {
    const { message, ...facts } = fault as { message?: RegExp };
    const failure = await failureOf(ask(reply));
    expect(failure).toMatchObject(facts);
    if (message) expect(failure.message).toMatch(message);
  });

  test('keep-alives alone are no sign of life', async () => {
    const reply: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(': ping\n\n'), 100);
      response.once('close', () => clearInterval(timer));
    };
    server.answerWith(reply);
    const generator = aGenerator({ baseUrl: server.baseUrl }, SHORT_IDLE);
    expect(await failureOf(generator.complete(aRequest()))).toMatchObject({ kind: 'transport' });
  });
});

describe('reports 2 and N2–N4: calls of tools', () => {
  const named = (name: string, given: string) => ({ name, arguments: given });
  test.each<[string, readonly unknown[], readonly object[]]>([
    [
      'ids repeated as an empty text',
      [
        call({ index: 0, id: 'a', function: { name: 'get', arguments: '' } }),
        call({ index: 0, id: '', function: { arguments: '{"x":' } }),
        call({ index: 0, id: '', function: { name: '', arguments: '1}' } }),
      ],
      [{ id: 'a', ...named('get', '{"x":1}') }],
    ],
    [
      'ids repeated as null',
      [
        call({ index: 0, id: 'a', function: { name: 'get', arguments: '{' } }),
        call({ index: 0, id: null, function: { name: null, arguments: '}' } }),
      ],
      [{ id: 'a', ...named('get', '{}') }],
    ],
    [
      'the id in each piece',
      [
        call({ index: 0, id: 'a', function: { name: 'get', arguments: '{' } }),
        call({ index: 0, id: 'a', function: { name: 'get', arguments: '}' } }),
      ],
      [{ id: 'a', ...named('get', '{}') }],
    ],
    [
      'two with one index and different ids',
      [
        call({ index: 0, id: 'a', function: named('get', '{"x":1}') }),
        call({ index: 0, id: 'b', function: named('get', '{"x":2}') }),
      ],
      [
        { id: 'a', ...named('get', '{"x":1}') },
        { id: 'b', ...named('get', '{"x":2}') },
      ],
    ],
    [
      'two in one chunk with one index',
      [
        delta({
          tool_calls: [
            { index: 0, id: 'a', function: named('get', '{}') },
            { index: 0, id: 'b', function: named('set', '{}') },
          ],
        }),
      ],
      [
        { id: 'a', ...named('get', '{}') },
        { id: 'b', ...named('set', '{}') },
      ],
    ],
    [
      'two with one id',
      [
        call({ index: 0, id: 'a', function: named('get', '{"x":1}') }),
        call({ index: 1, id: 'a', function: named('get', '{"x":2}') }),
      ],
      [{ id: 'a', ...named('get', '{"x":1}') }, named('get', '{"x":2}')],
    ],
    [
      'pieces of two in turn',
      [
        call({ index: 0, id: 'a', function: named('get', '{"x"') }),
        call({ index: 1, id: 'b', function: named('set', '{"y"') }),
        call({ index: 0, function: { arguments: ':1}' } }),
        call({ index: 1, function: { arguments: ':2}' } }),
      ],
      [
        { id: 'a', ...named('get', '{"x":1}') },
        { id: 'b', ...named('set', '{"y":2}') },
      ],
    ],
    [
      'an index as a text',
      [
        call({ index: '0', id: 'a', function: named('get', '{"x"') }),
        call({ index: '0', function: { arguments: ':1}' } }),
        call({ index: '1', id: 'b', function: named('set', '{}') }),
      ],
      [
        { id: 'a', ...named('get', '{"x":1}') },
        { id: 'b', ...named('set', '{}') },
      ],
    ],
    [
      'arguments as an object',
      [call({ index: 0, id: 'a', function: { name: 'get', arguments: { x: 1 } } })],
      [{ id: 'a', ...named('get', '{"x":1}') }],
    ],
    [
      'arguments as an object in a document of long numbers',
      [call({ index: 0, id: 'a', function: { name: 'get', arguments: {} } })],
      [named('get', '{}')],
    ],
    ['arguments null', [call({ index: 0, id: 'a', function: { name: 'get', arguments: null } })], [named('get', '')]],
    [
      'name and arguments without function',
      [call({ index: 0, id: 'a', name: 'get', arguments: '{}' })],
      [{ id: 'a', ...named('get', '{}') }],
    ],
    [
      'a name in pieces',
      [
        call({ index: 0, id: 'a', function: { name: 'get_' } }),
        call({ index: 0, function: { name: 'weather', arguments: '{}' } }),
      ],
      [named('get_weather', '{}')],
    ],
    [
      'brackets within texts',
      [
        call({ index: 0, id: 'a', function: named('get', '{"x":"}') }),
        call({ index: 0, function: { arguments: '{\\"","y":"]"}' } }),
      ],
      [named('get', '{"x":"}{\\"","y":"]"}')],
    ],
    [
      'function_call in pieces',
      [delta({ function_call: { name: 'get', arguments: '{"x"' } }), delta({ function_call: { arguments: ':1}' } })],
      [named('get', '{"x":1}')],
    ],
    [
      'the whole list once more in the last chunk',
      [
        call({ index: 0, id: 'a', function: named('get', '{"x":1}') }),
        delta(
          { tool_calls: [{ index: 0, id: 'a', function: named('get', '{"x":1}') }] },
          { finish_reason: 'tool_calls' },
        ),
      ],
      [{ id: 'a', ...named('get', '{"x":1}') }],
    ],
  ])('%s', async (_, events, calls) => {
    const answer = await ask(stream([...events, finish('tool_calls')]));
    expect(answer).toMatchObject({ finishReason: 'tool_calls', toolCalls: calls });
    expect(answer.toolCalls).toHaveLength(calls.length);
    expect(new Set(answer.toolCalls?.map(({ id }) => id)).size).toBe(calls.length);
  });
});

describe('N5: where the text of an answer lies', () => {
  test.each<[string, unknown, object]>([
    [
      'a list of parts',
      [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
      ],
      { text: 'Hello' },
    ],
    ['texts in a list', ['Hel', 'lo'], { text: 'Hello' }],
    ['one part', { type: 'text', text: 'Hello' }, { text: 'Hello' }],
    ['a part of output_text', [{ type: 'output_text', text: 'Hello' }], { text: 'Hello' }],
    ['a part whose text is an object', [{ type: 'text', text: { value: 'Hello' } }], { text: 'Hello' }],
    [
      'a thought and a text',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'Hello' },
      ],
      { text: 'Hello' },
    ],
    [
      'a part that refuses',
      [{ type: 'refusal', refusal: 'No.' }],
      { text: '', finishReason: 'refusal', refusal: 'No.' },
    ],
  ])('%s', async (_, content, found) => {
    expect(await ask(stream([delta({ content }), finish('stop')]))).toMatchObject(found);
    const document = { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] };
    expect(await ask(json(200, document))).toMatchObject(found);
  });

  test.each([
    ['reasoning as an object', { reasoning: { content: 'hm' } }],
    ['reasoning as a list', { reasoning: [{ text: 'hm' }] }],
    ['reasoning_details', { reasoning_details: [{ type: 'reasoning.text', text: 'hm', index: 0 }] }],
    ['thinking', { thinking: 'hm' }],
  ])('%s is no text, and keeps the stream alive', async (_, fields) => {
    const answer = await ask(stream([delta(fields), piece('Hello'), finish('stop')]));
    expect(answer).toMatchObject({ text: 'Hello', extra: fields });
    expect(answer.usage.reasoningTokens).toBe(1);
  });

  test('an old completion has its text in the choice', async () => {
    const events = [
      { choices: [{ index: 0, text: 'Hello', finish_reason: null }] },
      { choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
    ];
    expect(await ask(stream(events))).toMatchObject({ text: 'Hello', finishReason: 'stop' });
  });

  test('a refusal that is empty is none', async () => {
    expect(
      await ask(stream([delta({ content: 'Hello', refusal: '' }), delta({ refusal: null }), finish('stop')])),
    ).toMatchObject({ text: 'Hello', finishReason: 'stop' });
  });

  test('choices in another order', async () => {
    const events = [
      {
        choices: [
          { index: 1, delta: { content: 'other' } },
          { index: 0, delta: { content: 'Hello' } },
        ],
      },
      finish('stop'),
    ];
    expect(await ask(stream(events))).toMatchObject({ text: 'Hello' });
  });

  test('a member that is named twice counts once, the last', async () => {
    const twice = '{"choices":[{"index":0,"delta":{"content":"no","content":"Hello"}}]}';
    expect(await ask(raw(`data: ${twice}\n\n${data(finish('stop'))}${DONE}`))).toMatchObject({ text: 'Hello' });
  });
});

describe('N6, N7: usage', () => {
  const OWN = { estimated: true };
  test.each<[string, unknown, object]>([
    ['in a chunk with empty choices', { choices: [], usage: COUNTS }, { inputTokens: 20, outputTokens: 4 }],
    ['in a chunk without choices', { usage: COUNTS }, { inputTokens: 20, outputTokens: 4 }],
    ['in a chunk whose choices are null', { choices: null, usage: COUNTS }, { inputTokens: 20, outputTokens: 4 }],
    ['numbers as texts', usage({ prompt_tokens: '20', completion_tokens: '4' }), OWN],
    ['below zero', usage({ prompt_tokens: 20, completion_tokens: -4 }), OWN],
    ['no whole numbers', usage({ prompt_tokens: 20.5, completion_tokens: 4 }), OWN],
    [
      'as floats of whole numbers',
      'data: {"choices":[],"usage":{"prompt_tokens":20.0,"completion_tokens":4.0}}\n\n',
      { inputTokens: 20, outputTokens: 4 },
    ],
    ['beyond all windows', usage({ prompt_tokens: 1e15, completion_tokens: 4 }), OWN],
    ['names of the Responses API', usage({ input_tokens: 20, output_tokens: 4 }), OWN],
    [
      'more cached than sent',
      usage({ ...COUNTS, prompt_tokens_details: { cached_tokens: 21 } }),
      { inputTokens: 20, cachedTokens: 0 },
    ],
    [
      'details that are null',
      usage({ ...COUNTS, prompt_tokens_details: null, completion_tokens_details: null }),
      { inputTokens: 20, outputTokens: 4 },
    ],
    [
      'reasoning beyond the completion',
      usage({ ...COUNTS, completion_tokens_details: { reasoning_tokens: 90 } }),
      { outputTokens: 4, reasoningTokens: 4 },
    ],
    ['a cost as a text', usage({ ...COUNTS, cost: '0.001' }), { microUsd: null }],
    ['a cost below zero', usage({ ...COUNTS, cost: -1 }), { microUsd: null }],
  ])('%s', async (_, event, counted) => {
    const { usage: found } = await ask(stream([...HELLO, event]));
    expect(found).toMatchObject(counted);
    if (!('estimated' in counted)) expect(found.estimated).toBeUndefined();
  });
});

describe('reports 6, 7, 12, 21 and N8–N13: refusals', () => {
  const refuse = (status: number, body: unknown, headers = {}) => json(status, body, headers);
  test.each<[string, Reply, object]>([
    [
      'a list in a list',
      refuse(400, [[{ error: { message: 'M', code: 400 } }]]),
      { kind: 'configuration', message: /M$/ },
    ],
    ['errors of a gateway', refuse(400, { errors: [{ message: 'M' }] }), { kind: 'configuration', message: /M$/ }],
    ['JSON within a text', refuse(400, { error: '{"error":{"message":"M"}}' }), { message: /M$/ }],
    [
      'JSON within a message',
      refuse(400, { error: { message: 'GroqException - {"error":{"message":"M"}}' } }),
      { message: /M/ },
    ],
    [
      'a page',
      text(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', 'text/html'),
      { kind: 'transport', message: /502 Bad Gateway/ },
    ],
    [
      'a wait with minutes',
      refuse(429, { error: { message: 'Rate limit reached. Please try again in 1m2.5s.' } }),
      { kind: 'transport', retryAfter: 60_000, waitUntil: expect.any(Number) },
    ],
    [
      'a wait in milliseconds',
      refuse(429, { error: { message: 'try again in 250ms' } }),
      { kind: 'transport', retryAfter: 250 },
    ],
    [
      'a date as retry-after that is over',
      refuse(429, { error: { message: 'slow' } }, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
      { kind: 'transport' },
    ],
    [
      'a day',
      refuse(429, { error: { message: 'Rate limit reached for requests per day (RPD): Limit 200' } }),
      { kind: 'quota' },
    ],
    [
      'an account without money',
      refuse(403, { error: { message: 'Insufficient credits', code: 'insufficient_quota' } }),
      { kind: 'quota' },
    ],
    ['503 without a body', (response) => void response.writeHead(503).end(), { kind: 'transport', status: 503 }],
    [
      'a status of Cloudflare',
      text(524, 'error code: 524'),
      { kind: 'transport', status: 524, message: /error code: 524/ },
    ],
  ])('%s', async (_, reply, found) => {
    const { message, ...facts } = found as { message?: RegExp };
    const failure = await failureOf(ask(reply));
    expect(failure).toMatchObject(facts);
    if (message) expect(failure.message).toMatch(message);
  });

  test.each<[string, unknown, string]>([
    [
      'Gemini, in a stream, as promptFeedback of LiteLLM',
      {
        error: {
          message: 'VertexAIException - The response was blocked due to safety filters',
          code: 400,
          type: 'content_policy_violation',
        },
      },
      'content_policy_violation',
    ],
    [
      'DashScope',
      { error: { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' } },
      'data_inspection_failed',
    ],
    [
      'OpenRouter',
      {
        error: {
          code: 403,
          message: 'Your chosen model requires moderation and your input was flagged',
          metadata: { reasons: ['violence', 'self-harm'] },
        },
      },
      'violence, self-harm',
    ],
  ])('21: a filter in the words of %s', async (_, body, filter) => {
    expect(await ask(refuse(400, body))).toMatchObject({ finishReason: 'prompt_filter', rawFinishReason: filter });
  });

  test.each(['tool_use_failed', 'json_validate_failed'])(
    'llm 1.7: %s without what the model wrote is content all the same',
    async (code) => {
      const answer = await ask(
        refuse(400, { error: { message: 'Failed to call a function.', code, failed_generation: '' } }),
      );
      expect(answer).toMatchObject({ text: '', finishReason: 'other', rawFinishReason: code });
    },
  );

  test('what a filter or a wrong call says names no parameter, though its words are those of some', async () => {
    const model = { name: 'main/tiny', temperature: 0.5, stop: ['x'] };
    const wrong = {
      message: "parameters for tool get did not match schema: missing properties: 'temperature'",
      code: 'tool_use_failed',
    };
    expect(await ask(refuse(400, { error: wrong }), { model })).toMatchObject({
      finishReason: 'other',
      rawFinishReason: 'tool_use_failed',
    });
    expect(server.received).toHaveLength(1);
    const filtered = {
      message: 'The prompt was blocked by our content policy: stop asking',
      code: 'content_policy_violation',
    };
    expect(await ask(refuse(400, { error: filtered }), { model })).toMatchObject({ finishReason: 'prompt_filter' });
    expect(server.received).toHaveLength(1);
  });
});

test('report 13: the name of the model in one chunk alone, and null in the others', async () => {
  const events = [
    { ...Object(piece('Hello')), model: null },
    { ...Object(finish('stop')), model: 'mini' },
    { ...Object(usage(COUNTS)), model: '' },
  ];
  expect(await ask(stream(events))).toMatchObject({ answeredBy: 'mini' });
});

test('report 17: doneIsEnd without a blank before [DONE]', async () => {
  server.answerWith(raw(`${data(piece('Hello'))}data:[DONE]\n\n`));
  const generator = aGenerator({ baseUrl: server.baseUrl, profile: { ...PROFILE, doneIsEnd: true } });
  expect(await generator.complete(aRequest())).toMatchObject({ text: 'Hello' });
});
