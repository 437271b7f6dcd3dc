import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope(
  { id: 'chatcmpl-3f8155c3', created: 1_741_569_952, model: 'qwen-plus', system_fingerprint: null },
  { logprobs: null },
);
const usage = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8 },
};
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage });
const opening = chunk({ role: 'assistant', content: '' });
const plain = sse(opening, chunk({ content: TEA }), chunk({ content: '' }, 'stop'), counted);
const error = (message: string, code: string, type = code) => ({
  error: { message, type, param: null, code },
  request_id: '54dc32fd-968b-4aed-a6e8-ae3dbbb4ac8b',
});
const calls = sse(
  chunk({ role: 'assistant', content: null, tool_calls: [piece(0, '{"city": ', { id: 'call_5f0e' })] }),
  // The id is empty from the second piece on.
  chunk({
    content: null,
    tool_calls: [{ index: 0, id: '', type: 'function', function: { arguments: '"Bern"}', name: '' } }],
  }),
  chunk({ content: null, tool_calls: [piece(1, '{"city": "Graz"}', { id: 'call_7a1c' })] }),
  chunk({ content: null, tool_calls: [{ index: 1, id: '', type: 'function', function: { arguments: null } }] }),
  chunk({ content: '' }, 'tool_calls'),
  counted,
);

export const qwen: Family = {
  name: 'Qwen (DashScope)',
  source: 'https://www.alibabacloud.com/help/en/model-studio/error-code',
  endpoint: { baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', apiKeyEnv: 'DASHSCOPE_API_KEY' },
  model: 'qwen-plus',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA }, 'stop', { usage }))] },
    length: { replies: [sse(opening, chunk({ content: HALF }), chunk({ content: '' }, 'length'), counted)] },
    filtered: {
      replies: [reply(400, error('Input data may contain inappropriate content.', 'data_inspection_failed'))],
      answer: { text: '', finishReason: 'prompt_filter', rawFinishReason: 'data_inspection_failed' },
    },
    thinking: {
      setting: '`model.extra: { enable_thinking: true }`',
      note: 'thoughts come in streams alone, and dsap always streams',
      model: { extra: { enable_thinking: true } },
      replies: [
        sse(
          chunk({ role: 'assistant', content: null, reasoning_content: '' }),
          chunk({ content: null, reasoning_content: THOUGHT }),
          chunk({ content: TEA, reasoning_content: null }),
          chunk({ content: '', reasoning_content: null }, 'stop'),
          counted,
        ),
      ],
      sent: [{ enable_thinking: true, stream: true }],
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      replies: [calls, plain],
      echoed: {
        tool_calls: [
          { id: 'call_5f0e', function: { arguments: '{"city": "Bern"}' } },
          { id: 'call_7a1c', function: { arguments: '{"city": "Graz"}' } },
        ],
      },
    },
    refusedParameter: {
      note: 'a limit that is too large is asked for again as the refusal names it',
      replies: [
        reply(
          400,
          error(
            '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2000]',
            'invalid_parameter_error',
            'invalid_request_error',
          ),
        ),
        plain,
      ],
      sent: [{ max_tokens: 8_192 }, { max_tokens: 2_000 }],
      answer: { maxTokens: 2_000 },
    },
    rateLimit: {
      note: 'does not say how long; the words speak of a quota',
      replies: [
        reply(
          429,
          error(
            'Requests rate limit exceeded, please try again later. Insufficient quota for tokens per minute.',
            'Throttling.RateQuota',
            'limit_requests',
          ),
        ),
      ],
      fault: { says: /rate limit exceeded/ },
    },
    outage: {
      replies: [
        reply(
          500,
          error(
            'An internal error has occured, please try again later or contact service support.',
            'InternalError',
            'internal_error',
          ),
        ),
      ],
      fault: { status: 500, says: /internal error/ },
    },
    streamError: 'not documented',
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } } },
  },
};
