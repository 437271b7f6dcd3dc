import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope(
  {
    id: '930c60df-bf64-41c9-a88e-3ec75f81e00e',
    created: 1_741_569_952,
    model: 'deepseek-chat',
    system_fingerprint: 'fp_a1',
  },
  { logprobs: null },
);
const usage = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8 },
  prompt_cache_hit_tokens: 8,
  prompt_cache_miss_tokens: 11,
};
const alive = ': keep-alive';
const opening = chunk({ role: 'assistant', content: '' });
const plain = sse(alive, alive, opening, chunk({ content: TEA }), chunk({ content: '' }, 'stop', { usage }));
const error = (message: string, type: string) => ({ error: { message, type, param: null, code: type } });
const calls = sse(
  chunk({ role: 'assistant', content: null, reasoning_content: '' }),
  chunk({ content: null, reasoning_content: 'I need ' }),
  chunk({ content: null, reasoning_content: 'the weather.' }),
  chunk({ tool_calls: [piece(0, '', { id: 'call_0_bern' })] }),
  chunk({ tool_calls: [piece(0, '{"city": "Bern"}')] }),
  chunk({ tool_calls: [piece(1, '', { id: 'call_1_graz' })] }),
  chunk({ tool_calls: [piece(1, '{"city": "Graz"}')] }),
  chunk({ content: '' }, 'tool_calls', { usage }),
);

export const deepseek: Family = {
  name: 'DeepSeek',
  source: 'https://api-docs.deepseek.com',
  endpoint: { baseUrl: 'https://api.deepseek.com/v1', apiKeyEnv: 'DEEPSEEK_API_KEY' },
  model: 'deepseek-chat',
  features: {
    streamed: { note: 'comments keep the connection alive', replies: [plain] },
    whole: {
      note: 'empty lines come before the answer',
      replies: [reply(200, `\n\n\n${document({ content: TEA }, 'stop', { usage })}`)],
    },
    length: { replies: [sse(opening, chunk({ content: HALF }), chunk({ content: '' }, 'length', { usage }))] },
    filtered: {
      replies: [reply(400, error('Content Exists Risk', 'invalid_request_error'))],
      answer: { text: '', finishReason: 'prompt_filter' },
    },
    thinking: {
      replies: [
        sse(
          chunk({ role: 'assistant', content: null, reasoning_content: '' }),
          chunk({ content: null, reasoning_content: THOUGHT }),
          chunk({ content: TEA, reasoning_content: null }),
          chunk({ content: '' }, 'stop', {
            usage: { ...usage, completion_tokens: 74, completion_tokens_details: { reasoning_tokens: 64 } },
          }),
        ),
      ],
      answer: { usage: { outputTokens: 74 } },
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      note: 'reasoning goes back with its message',
      replies: [calls, plain],
      echoed: { reasoning_content: 'I need the weather.' },
    },
    refusedParameter: {
      schema: { type: 'object' },
      replies: [reply(400, error('This response_format type is unavailable now', 'invalid_request_error')), plain],
      sent: [{ response_format: { type: 'json_schema' } }, {}],
      notSent: [[], ['response_format']],
    },
    rateLimit: {
      note: 'does not say how long',
      replies: [reply(429, error('Rate limit reached', 'rate_limit_reached_error'))],
      fault: { says: /Rate limit reached/ },
    },
    outage: {
      note: 'an account without money (402) is a used-up quota',
      replies: [
        reply(
          503,
          error(
            'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
            'service_unavailable_error',
          ),
        ),
      ],
      fault: { status: 503, says: /too busy/ },
    },
    streamError: {
      note: 'ends with `insufficient_system_resource`',
      replies: [
        sse(opening, chunk({ content: HALF }), chunk({ content: '' }, 'insufficient_system_resource', { usage })),
      ],
      fault: { says: /insufficient_system_resource/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } } },
  },
};

/** Beside the table: an account without money is not waited for. */
export const deepseekWithoutMoney = reply(402, error('Insufficient Balance', 'unknown_error'));
