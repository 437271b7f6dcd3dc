import { call, envelope, type Family, HALF, piece, reply, sse, TEA } from '../family.ts';

const { chunk, document } = envelope(
  {
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    created: 1_741_569_952,
    model: 'gpt-4.1-2025-04-14',
    service_tier: 'default',
  },
  { logprobs: null },
);
const none = { usage: null, obfuscation: 'k3Vx' };
const usage = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 0,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};
const counted = (fields: object = usage) =>
  JSON.stringify({ ...JSON.parse(chunk({}, null)), choices: [], usage: fields });
const opening = chunk({ role: 'assistant', content: '', refusal: null }, null, none);
const plain = sse(opening, chunk({ content: TEA }, null, none), chunk({}, 'stop', none), counted());
const error = (message: string, type: string, more: object = {}) => ({
  error: { message, type, param: null, code: null, ...more },
});
const calls = sse(
  chunk(
    { role: 'assistant', content: null, tool_calls: [piece(0, '', { id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA' })] },
    null,
    none,
  ),
  chunk({ tool_calls: [piece(0, '{"ci')] }, null, none),
  chunk({ tool_calls: [piece(0, 'ty":"Bern"}')] }, null, none),
  chunk({ tool_calls: [piece(1, '', { id: 'call_ABCx9pD3xa9XTPNJ32zg2hcB' })] }, null, none),
  chunk({ tool_calls: [piece(1, '{"city":"Graz"}')] }, null, none),
  chunk({}, 'tool_calls', none),
  counted(),
);

export const openai: Family = {
  name: 'OpenAI',
  source: 'https://platform.openai.com/docs/api-reference/chat',
  endpoint: { baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY' },
  model: 'gpt-4.1',
  features: {
    streamed: { replies: [plain], sent: [{ max_completion_tokens: 8_192, stream_options: { include_usage: true } }] },
    whole: { replies: [reply(200, document({ content: TEA, refusal: null, annotations: [] }, 'stop', { usage }))] },
    length: { replies: [sse(opening, chunk({ content: HALF }, null, none), chunk({}, 'length', none), counted())] },
    filtered: {
      replies: [sse(opening, chunk({ content: HALF }, null, none), chunk({}, 'content_filter', none), counted())],
    },
    thinking: {
      note: 'the thoughts are not sent, their tokens are',
      replies: [
        sse(
          opening,
          chunk({ content: TEA }, null, none),
          chunk({}, 'stop', none),
          counted({
            ...usage,
            completion_tokens: 74,
            total_tokens: 93,
            completion_tokens_details: { reasoning_tokens: 64 },
          }),
        ),
      ],
      answer: { usage: { outputTokens: 74 } },
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      replies: [calls, plain],
      echoed: {
        tool_calls: [call('call_DdmO9pD3xa9XTPNJ32zg2hcA', 'Bern'), call('call_ABCx9pD3xa9XTPNJ32zg2hcB', 'Graz')],
      },
    },
    refusedParameter: {
      model: { temperature: 0.2, seed: 7 },
      replies: [
        reply(
          400,
          error(
            "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
            'invalid_request_error',
            { param: 'temperature', code: 'unsupported_value' },
          ),
        ),
        plain,
      ],
      sent: [{ temperature: 0.2 }, { seed: 7 }],
      notSent: [[], ['temperature']],
    },
    rateLimit: {
      note: 'says how long in a header and in the sentence',
      replies: [
        reply(
          429,
          error(
            'Rate limit reached for gpt-4.1 in organization org-abc on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.',
            'tokens',
            { code: 'rate_limit_exceeded' },
          ),
          {
            'x-ratelimit-limit-tokens': '30000',
            'x-ratelimit-remaining-tokens': '1000',
            'x-ratelimit-reset-tokens': '2s',
            'retry-after-ms': '2000',
            'retry-after': '2',
          },
        ),
      ],
      fault: { retryAfter: 2_000, says: /tokens per min/ },
    },
    outage: {
      replies: [reply(503, error('The server is currently overloaded with other requests.', 'server_error'))],
      fault: { status: 503, says: /overloaded/ },
    },
    streamError: {
      replies: [
        sse(
          opening,
          chunk({ content: HALF }, null, none),
          JSON.stringify(
            error('The server had an error while processing your request. Sorry about that!', 'server_error'),
          ),
        ),
      ],
      fault: { says: /Sorry about that/ },
    },
    usage: {
      replies: [plain],
      answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } },
    },
  },
};
