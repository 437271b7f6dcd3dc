/** Every fault of llm 1.1 as a raw HTTP server sends it, and what the caller sees of it. */
import type { ModelTimeouts } from '../../src/generators/endpoint.ts';
import { finish, hang, json, piece, type Reply, reset, stream, text, usage } from '../support/engine/model-server.ts';
import { SHORT_DEADLINE, SHORT_IDLE } from './support.ts';

export const error = (code: string | number | null, message = 'no', type = 'some_error') => ({
  error: { message, code, type },
});
const html = '<html><head><style>b{color:red}</style></head><body><h1>502 Bad Gateway</h1></body></html>';
export const half: Reply = (response) => {
  response.writeHead(500, { 'content-type': 'application/json' });
  response.write('{"error": {"mess');
};
const keepAlive =
  (beginning: readonly unknown[], sign = ': still here\n\n'): Reply =>
  (response, received) => {
    stream(beginning, 'open')(response, received);
    const timer = setInterval(() => response.write(sign), 20);
    response.once('close', () => clearInterval(timer));
  };
const whole = (fields: object) => ({ object: 'chat.completion', model: 'tiny-2026-05-01', ...fields });

interface Row {
  readonly situation: string;
  readonly reply: Reply;
  readonly kind: string;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly partial?: string;
  readonly says?: RegExp;
  /** Of the call, where the endpoint hangs. */
  readonly limits?: ModelTimeouts;
}

const statuses: readonly Row[] = [
  { situation: '400', reply: json(400, error('bad')), kind: 'configuration', status: 400 },
  { situation: '401', reply: json(401, error('invalid_api_key')), kind: 'configuration', status: 401 },
  { situation: '402', reply: json(402, error(402)), kind: 'quota', status: 402 },
  { situation: '403', reply: json(403, error(null)), kind: 'configuration', status: 403 },
  { situation: '404', reply: json(404, error('model_not_found')), kind: 'configuration', status: 404 },
  { situation: '408', reply: json(408, error(null)), kind: 'transport', status: 408 },
  { situation: '409', reply: json(409, error(null)), kind: 'transport', status: 409 },
  {
    situation: '422',
    reply: json(422, { detail: 'no such thing' }),
    kind: 'configuration',
    status: 422,
    says: /no such thing/,
  },
  { situation: '429', reply: json(429, error('rate_limit_exceeded')), kind: 'transport', status: 429 },
  { situation: '500', reply: json(500, error('server_error')), kind: 'transport', status: 500 },
  { situation: '500 that is plain text', reply: text(500, 'boom'), kind: 'transport', status: 500, says: /boom/ },
  {
    situation: '502 that is a web page',
    reply: text(502, html, 'text/html'),
    kind: 'transport',
    status: 502,
    says: / 502: 502 Bad Gateway$/,
  },
  {
    situation: '307 to another address (section 3, provider faults)',
    reply: (response) => void response.writeHead(307, { location: 'https://elsewhere.test/v1/chat/completions' }).end(),
    kind: 'configuration',
    status: 307,
    says: / 307: it redirects to https:\/\/elsewhere\.test\/v1\/chat\/completions/,
  },
  { situation: '503 without a body', reply: text(503, ''), kind: 'transport', status: 503 },
  { situation: '429, used-up quota', reply: json(429, error('insufficient_quota')), kind: 'quota', status: 429 },
  {
    situation: '429, used-up quota by its words',
    reply: json(429, error(null, 'You exceeded your current quota')),
    kind: 'quota',
  },
  {
    situation: '500 with x-should-retry: false',
    reply: json(500, error(null), { 'x-should-retry': 'false' }),
    kind: 'configuration',
    status: 500,
  },
  {
    situation: '400 with x-should-retry: true',
    reply: json(400, error(null), { 'x-should-retry': 'true' }),
    kind: 'transport',
    status: 400,
  },
];

const waits: readonly Row[] = [
  {
    situation: '429 with retry-after-ms',
    reply: json(429, error(null), { 'retry-after-ms': '1500', 'retry-after': '9' }),
    kind: 'transport',
    retryAfter: 1500,
  },
  {
    situation: '429 with retry-after in seconds',
    reply: json(429, error(null), { 'retry-after': '7' }),
    kind: 'transport',
    retryAfter: 7000,
  },
  {
    situation: '503 with retry-after',
    reply: json(503, error(null), { 'retry-after': '0.5' }),
    kind: 'transport',
    retryAfter: 500,
  },
  {
    situation: '429 with a retry-after over a minute',
    reply: json(429, error(null), { 'retry-after': '3600' }),
    kind: 'transport',
    retryAfter: 60_000,
  },
  {
    situation: '429 with a date long past',
    reply: json(429, error(null), { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    kind: 'transport',
    retryAfter: 0,
  },
  {
    situation: '429 with a date far ahead',
    reply: json(429, error(null), { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }),
    kind: 'transport',
    retryAfter: 60_000,
  },
  {
    situation: '429 with a retry-after that is nonsense',
    reply: json(429, error(null), { 'retry-after': 'soon' }),
    kind: 'transport',
  },
];

const connections: readonly Row[] = [
  {
    situation: 'no answer',
    reply: hang,
    limits: SHORT_DEADLINE,
    kind: 'transport',
    says: /no complete answer within 1000 ms/,
  },
  {
    situation: 'a dropped connection',
    reply: reset,
    kind: 'transport',
    says: /connection failed \((ECONNRESET|UND_ERR_SOCKET)\)/,
  },
  {
    situation: 'headers, then nothing',
    reply: stream([], 'open'),
    limits: SHORT_IDLE,
    kind: 'transport',
    says: /no content for 1000 ms/,
  },
  {
    situation: 'a stream that stalls',
    reply: stream([piece('half')], 'open'),
    limits: SHORT_IDLE,
    kind: 'transport',
    partial: 'half',
    says: /no content for 1000 ms/,
  },
  {
    situation: 'comments only',
    reply: keepAlive([]),
    limits: SHORT_IDLE,
    kind: 'transport',
    says: /no content for 1000 ms/,
  },
  {
    situation: 'content, then comments only',
    reply: keepAlive([piece('half')]),
    limits: SHORT_IDLE,
    kind: 'transport',
    partial: 'half',
  },
  {
    situation: 'chunks without content only',
    reply: keepAlive([], `data: ${JSON.stringify(piece(''))}\n\n`),
    limits: SHORT_IDLE,
    kind: 'transport',
    says: /no content for 1000 ms/,
  },
  {
    situation: 'a stream reset by the peer',
    reply: stream([piece('half')], 'reset'),
    kind: 'transport',
    partial: 'half',
  },
  {
    situation: 'a stream without a finish_reason',
    reply: stream([piece('half')], 'cut'),
    kind: 'transport',
    partial: 'half',
    says: /cut off/,
  },
  {
    situation: '[DONE] without a finish_reason',
    reply: stream([piece('half')]),
    kind: 'transport',
    partial: 'half',
    says: /cut off/,
  },
  {
    situation: 'a provider that gave up',
    reply: stream([piece('half'), finish('error')]),
    kind: 'transport',
    partial: 'half',
  },
];

const envelopes: readonly Row[] = [
  { situation: '200 without a body', reply: text(200, ''), kind: 'transport', says: /no choices/ },
  {
    situation: '200 that is not JSON',
    reply: text(200, '{"choices": [', 'application/json'),
    kind: 'transport',
    says: /not JSON; it begins: \{"choices": \[$/,
  },
  {
    situation: '200 that is prose',
    reply: text(200, 'hello'),
    kind: 'transport',
    says: /no choices; it begins: hello$/,
  },
  {
    situation: '200 that is a web page',
    reply: text(200, html, 'text/html'),
    kind: 'transport',
    says: /web page; it begins: <html><head>/,
  },
  {
    situation: '200 that is a long web page',
    reply: text(200, `<p>${'x'.repeat(500)}`),
    kind: 'transport',
    says: /it begins: <p>x{197}$/,
  },
  {
    situation: '200 with empty choices',
    reply: json(200, whole({ choices: [] })),
    kind: 'transport',
    says: /no choices/,
  },
  { situation: '200 without choices', reply: json(200, whole({})), kind: 'transport', says: /no choices/ },
  { situation: '200 with null', reply: json(200, null), kind: 'transport' },
  { situation: '200 with choices of null', reply: json(200, whole({ choices: [null] })), kind: 'transport' },
  {
    situation: 'an event stream with empty choices',
    reply: stream([usage({ prompt_tokens: 1 })]),
    kind: 'transport',
    says: /no choices/,
  },
  {
    situation: 'an event that is not JSON',
    reply: stream([piece('half'), 'data: {"cho\n\n']),
    kind: 'transport',
    partial: 'half',
    says: /not JSON/,
  },
  { situation: '200 with an error', reply: json(200, error('server_error', 'down')), kind: 'transport', says: /down/ },
  {
    situation: '200 with an error that is a text',
    reply: json(200, { error: 'no luck' }),
    kind: 'transport',
    says: /no luck/,
  },
  { situation: '200 with error code 429', reply: json(200, error(429)), kind: 'transport', status: 429 },
  { situation: '200 with error code 401', reply: json(200, error(401)), kind: 'configuration', status: 401 },
  { situation: '200 with error invalid_api_key', reply: json(200, error('invalid_api_key')), kind: 'configuration' },
  { situation: '200 with a used-up quota', reply: json(200, error('insufficient_quota')), kind: 'quota' },
  {
    situation: '200 with a prompt too long',
    reply: json(200, error('context_length_exceeded')),
    kind: 'context_overflow',
  },
  {
    situation: 'an error event by data',
    reply: stream([piece('half'), error(502)]),
    kind: 'transport',
    status: 502,
    partial: 'half',
  },
  {
    situation: 'an error event by name',
    reply: stream([piece('half'), 'event: error\ndata: {"message":"overloaded"}\n\n']),
    kind: 'transport',
    partial: 'half',
    says: /overloaded/,
  },
  {
    situation: 'an error event, quota',
    reply: stream([piece('half'), error('insufficient_quota')]),
    kind: 'quota',
    partial: 'half',
  },
  {
    situation: 'an error event, flat',
    reply: stream([{ object: 'error', message: 'bad', code: 400 }]),
    kind: 'configuration',
    status: 400,
  },
  {
    situation: 'invalid UTF-8',
    reply: text(
      200,
      Buffer.concat([
        Buffer.from('data: {"choices":[{"delta":{"content":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}}]}\n\n'),
      ]),
      'text/event-stream',
    ),
    kind: 'transport',
    says: /UTF-8/,
  },
  {
    situation: 'a character cut in the middle',
    reply: text(200, Buffer.from('data: {"choices": "ä').subarray(0, -1), 'text/event-stream'),
    kind: 'transport',
    says: /UTF-8/,
  },
];

const tooLongWordings: readonly (readonly [name: string, status: number, body: unknown])[] = [
  ['OpenAI', 400, error('context_length_exceeded', "This model's maximum context length is 8192 tokens.")],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    'vLLM, by prompt',
    400,
    error(400, 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.'),
  ],
  [
    'llama.cpp',
    400,
    error(400, 'the request exceeds the available context size, try increasing it', 'exceed_context_size_error'),
  ],
  [
    'llama.cpp of before',
    500,
    error(500, 'the request exceeds the available context size. try increasing the context size', 'server_error'),
  ],
  [
    'OpenRouter',
    400,
    error(400, "This endpoint's maximum context length is 32768 tokens. However, you requested about 45000 tokens"),
  ],
  ['OpenRouter, by upstream', 400, error(400, 'prompt is too long: 210000 tokens > 200000 maximum')],
  ['Ollama', 400, error(null, 'the input length exceeds the context length', 'invalid_request_error')],
  ['a proxy', 413, 'Payload Too Large'],
];

const tooLong: readonly Row[] = tooLongWordings.map(([name, status, body]) => ({
  situation: `a prompt too long for ${name}`,
  reply: json(status, body),
  kind: 'context_overflow',
}));

/** All of them. */
export const FAULTS: readonly Row[] = [...statuses, ...waits, ...connections, ...envelopes, ...tooLong];
