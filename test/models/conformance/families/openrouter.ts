import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope(
  {
    id: 'gen-1741569952-R4h',
    provider: 'Google AI Studio',
    model: 'google/gemini-3-flash-preview',
    created: 1_741_569_952,
  },
  { logprobs: null, native_finish_reason: null },
);
const usage = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  cost: 0.000_041_5,
  is_byok: false,
  prompt_tokens_details: { cached_tokens: 8 },
  cost_details: { upstream_inference_cost: null },
  completion_tokens_details: { reasoning_tokens: 0 },
};
const processing = ': OPENROUTER PROCESSING';
const opening = chunk({ role: 'assistant', content: '' });
const counted = JSON.stringify({ ...JSON.parse(chunk({ role: 'assistant', content: '' })), usage });
const ended = (reason: string, native: string) =>
  JSON.stringify({
    ...JSON.parse(chunk({})),
    choices: [
      {
        index: 0,
        delta: { role: 'assistant', content: '' },
        finish_reason: reason,
        native_finish_reason: native,
        logprobs: null,
      },
    ],
  });
const plain = sse(processing, processing, opening, chunk({ content: TEA }), ended('stop', 'STOP'), counted);
const details = [
  {
    type: 'reasoning.text',
    text: 'I need the weather.',
    signature: 'c2lnbmF0dXJl',
    format: 'anthropic-claude-v1',
    index: 0,
  },
];
const calls = sse(
  processing,
  chunk({ role: 'assistant', content: '', reasoning: 'I need the weather.', reasoning_details: details }),
  chunk({ role: 'assistant', content: null, tool_calls: [piece(0, '{"city":"Bern"}', { id: 'tool_0_get_weather' })] }),
  chunk({ role: 'assistant', content: null, tool_calls: [piece(1, '{"city":"Graz"}', { id: 'tool_1_get_weather' })] }),
  ended('tool_calls', 'STOP'),
  counted,
);
const error = (code: number, message: string, metadata?: object) => ({
  error: { message, code, ...(metadata && { metadata }) },
  user_id: 'user_2',
});

export const openrouter: Family = {
  name: 'OpenRouter',
  source: 'https://openrouter.ai/docs/api-reference/overview',
  endpoint: { baseUrl: 'https://openrouter.ai/api/v1', apiKeyEnv: 'OPENROUTER_API_KEY' },
  model: 'google/gemini-3-flash-preview',
  features: {
    streamed: { note: 'comments keep the connection alive', replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA, refusal: null, reasoning: null }, 'stop', { usage }))] },
    length: { replies: [sse(opening, chunk({ content: HALF }), ended('length', 'MAX_TOKENS'), counted)] },
    filtered: {
      note: '403 with what was flagged',
      replies: [
        reply(
          403,
          error(
            403,
            'The model requires moderation on OpenInference. Your input was flagged for "violence". No credits were charged.',
            {
              reasons: ['violence'],
              flagged_input: 'Tea …',
              provider_name: 'OpenInference',
            },
          ),
        ),
      ],
      answer: { text: '', finishReason: 'prompt_filter', rawFinishReason: 'violence' },
    },
    thinking: {
      replies: [
        sse(
          processing,
          chunk({
            role: 'assistant',
            content: '',
            reasoning: THOUGHT,
            reasoning_details: [{ type: 'reasoning.text', text: THOUGHT }],
          }),
          chunk({ content: TEA }),
          ended('stop', 'STOP'),
          counted,
        ),
      ],
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      note: 'reasoning and its signature go back with their message',
      replies: [calls, plain],
      echoed: { reasoning: 'I need the weather.', reasoning_details: details },
    },
    refusedParameter: {
      note: 'in the words of the upstream provider',
      model: { temperature: 0.2, seed: 7 },
      replies: [
        reply(
          400,
          error(400, 'Provider returned error', {
            raw: '{"error":{"message":"Unsupported parameter: \'temperature\' is not supported with this model.","type":"invalid_request_error"}}',
            provider_name: 'OpenAI',
          }),
        ),
        plain,
      ],
      sent: [{ temperature: 0.2 }, { seed: 7 }],
      notSent: [[], ['temperature']],
    },
    rateLimit: {
      note: 'says how long in headers that stand in the body',
      replies: [
        reply(
          429,
          error(429, 'Rate limit exceeded: free-models-per-min.', {
            headers: { 'X-RateLimit-Limit': '20', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '4102444800000' },
          }),
        ),
      ],
      fault: { retryAfter: 60_000, says: /free-models-per-min/ },
    },
    outage: {
      replies: [
        reply(502, error(502, 'Provider returned error', { raw: 'upstream connect error', provider_name: 'Together' })),
      ],
      fault: { status: 502, says: /Provider returned error: upstream connect error/ },
    },
    streamError: {
      note: 'ends with `error`',
      replies: [
        sse(
          processing,
          opening,
          chunk({ content: HALF }),
          JSON.stringify({
            ...JSON.parse(chunk({})),
            error: { code: 'server_error', message: 'Provider disconnected unexpectedly' },
            choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error', native_finish_reason: 'error' }],
          }),
        ),
      ],
      fault: { says: /Provider disconnected unexpectedly/ },
    },
    usage: {
      note: 'with the cost, which wins over `prices`',
      replies: [plain],
      answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10, microUsd: 42 } },
    },
  },
};
