import { call, envelope, type Family, HALF, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope({
  id: 'cmpl-e5cc70bb28c444948073e77776eb30ef',
  created: 1_741_569_952,
  model: 'mistral-medium-2508',
});
const usage = { prompt_tokens: 19, total_tokens: 29, completion_tokens: 10 };
const padded = { p: 'abcdefghijk' };
const opening = chunk({ role: 'assistant', content: '' }, null, padded);
const plain = sse(opening, chunk({ content: TEA }, null, padded), chunk({ content: '' }, 'stop', { usage, ...padded }));
const calls = sse(
  opening,
  // Each call comes whole, with the reason for the end.
  chunk(
    {
      content: '',
      tool_calls: [
        { ...call('D681PevKs', 'Bern'), index: 0 },
        { ...call('x9PqLmT2a', 'Graz'), index: 1 },
      ],
    },
    'tool_calls',
    { usage },
  ),
);
/** The error of a request that does not fit. */
const misfit = (loc: readonly string[], input: unknown) => ({
  object: 'error',
  message: {
    detail: [{ type: 'extra_forbidden', loc: ['body', ...loc], msg: 'Extra inputs are not permitted', input }],
  },
  type: 'invalid_request_error',
  param: null,
  code: null,
});

export const mistral: Family = {
  name: 'Mistral',
  source: 'https://docs.mistral.ai/api',
  endpoint: { baseUrl: 'https://api.mistral.ai/v1', apiKeyEnv: 'MISTRAL_API_KEY' },
  model: 'mistral-medium-2508',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA, tool_calls: null }, 'stop', { usage }))] },
    length: {
      note: '`model_length` where the context is full',
      replies: [sse(opening, chunk({ content: HALF }), chunk({ content: '' }, 'model_length', { usage }))],
      answer: { rawFinishReason: 'model_length' },
    },
    filtered: 'not documented',
    thinking: {
      note: 'content is a list of parts',
      replies: [
        sse(
          chunk({ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: THOUGHT }] }] }),
          chunk({ content: [{ type: 'thinking', thinking: [], closed: true }] }),
          chunk({ content: [{ type: 'text', text: 'Tea grows in the hills. ' }] }),
          chunk({ content: 'It is picked by hand.' }),
          chunk({ content: '' }, 'stop', { usage }),
        ),
      ],
    },
    toolCalls: { note: 'each call comes whole', replies: [calls] },
    secondTurn: {
      replies: [calls, plain],
      echoed: { tool_calls: [call('D681PevKs', 'Bern'), call('x9PqLmT2a', 'Graz')] },
    },
    refusedParameter: {
      note: '422 that names the place; `profile.seed: false` spares it',
      model: { temperature: 0.2, seed: 7 },
      replies: [reply(422, misfit(['seed'], 7)), reply(422, misfit(['stream_options', 'include_usage'], true)), plain],
      sent: [{ seed: 7 }, { stream_options: {} }, { temperature: 0.2 }],
      notSent: [[], ['seed'], ['seed', 'stream_options']],
    },
    rateLimit: {
      note: 'does not say how long',
      replies: [
        reply(429, {
          object: 'error',
          message: 'Requests rate limit exceeded',
          type: 'rate_limited',
          param: null,
          code: '1300',
        }),
      ],
      fault: { says: /rate limit exceeded/ },
    },
    outage: {
      note: 'a gateway answers in plain text',
      replies: [
        {
          status: 503,
          headers: { 'content-type': 'text/plain' },
          body: 'upstream connect error or disconnect/reset before headers. reset reason: overflow',
        },
      ],
      fault: { status: 503, says: /reset reason: overflow/ },
    },
    streamError: {
      note: 'ends with `error`',
      replies: [sse(opening, chunk({ content: HALF }), chunk({ content: '' }, 'error', { usage }))],
      fault: { says: /cut off by the provider \(error\)/ },
    },
    usage: {
      note: 'counted without being asked',
      replies: [plain],
      answer: { usage: { inputTokens: 19, outputTokens: 10 } },
    },
  },
};
