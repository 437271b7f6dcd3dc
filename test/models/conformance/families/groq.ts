import { call, envelope, type Family, HALF, reply, sse, TEA, THOUGHT, unfinished } from '../family.ts';

const { chunk, document } = envelope(
  {
    id: 'chatcmpl-f51b2cd2',
    created: 1_741_569_952,
    model: 'llama-3.3-70b-versatile',
    system_fingerprint: 'fp_179b0f92c9',
  },
  { logprobs: null },
);
const usage = {
  queue_time: 0.037,
  prompt_tokens: 19,
  prompt_time: 0.0007,
  completion_tokens: 10,
  completion_time: 0.46,
  total_tokens: 29,
  total_time: 0.46,
};
const opening = chunk({ role: 'assistant', content: '' }, null, { x_groq: { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w' } });
const ended = (reason: string) => chunk({}, reason, { x_groq: { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w', usage } });
const plain = sse(opening, chunk({ content: TEA }), ended('stop'));
const calls = sse(
  opening,
  chunk({ tool_calls: [{ ...call('call_d5wg', 'Bern'), index: 0 }] }),
  chunk({ tool_calls: [{ ...call('call_k2yb', 'Graz'), index: 1 }] }),
  ended('tool_calls'),
);
const error = (message: string, type: string, more: object = {}) => ({ error: { message, type, ...more } });

export const groq: Family = {
  name: 'Groq',
  source: 'https://console.groq.com/docs/errors',
  endpoint: { baseUrl: 'https://api.groq.com/openai/v1', apiKeyEnv: 'GROQ_API_KEY' },
  model: 'llama-3.3-70b-versatile',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA }, 'stop', { usage, x_groq: { id: 'req_01jbd6' } }))] },
    length: { replies: [sse(opening, chunk({ content: HALF }), ended('length'))] },
    filtered: 'not documented',
    thinking: {
      replies: [sse(opening, chunk({ reasoning: THOUGHT }), chunk({ content: TEA }), ended('stop'))],
    },
    toolCalls: {
      note: 'a call that the model wrote wrong is 400 `tool_use_failed`, and costs an attempt',
      replies: [calls],
    },
    secondTurn: {
      replies: [calls, plain],
      echoed: { tool_calls: [call('call_d5wg', 'Bern'), call('call_k2yb', 'Graz')] },
      dropped: ['reasoning'],
    },
    refusedParameter: {
      model: { extra: { logprobs: true }, temperature: 0.2 },
      replies: [reply(400, error('`logprobs` is not supported with this model', 'invalid_request_error')), plain],
      sent: [{ logprobs: true }, { temperature: 0.2 }],
      notSent: [[], ['logprobs']],
    },
    rateLimit: {
      note: 'says how long in `retry-after` and in the sentence',
      replies: [
        reply(
          429,
          error(
            'Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Used 5500, Requested 1266. Please try again in 7.66s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
            'tokens',
            { code: 'rate_limit_exceeded' },
          ),
          { 'retry-after': '8', 'x-ratelimit-reset-tokens': '7.66s', 'x-ratelimit-remaining-tokens': '500' },
        ),
      ],
      fault: { retryAfter: 8_000, says: /tokens per minute/ },
    },
    outage: {
      note: '498: the flex tier has no capacity',
      replies: [
        reply(
          498,
          error('Flex tier capacity exceeded. Please try again later.', 'capacity_exceeded', {
            code: 'capacity_exceeded',
          }),
        ),
      ],
      fault: { status: 498, says: /capacity exceeded/ },
    },
    streamError: {
      replies: [
        unfinished(
          opening,
          chunk({ content: HALF }),
          `event: error\ndata: ${JSON.stringify(error('Internal Server Error', 'internal_server_error', { status_code: 500 }))}`,
        ),
      ],
      fault: { says: /Internal Server Error/ },
    },
    usage: {
      note: 'stands in `x_groq` of the last event',
      replies: [plain],
      answer: { usage: { inputTokens: 19, outputTokens: 10 } },
    },
  },
};

/** Beside the table: what the model wrote wrong is its mistake, not a wrong setting. */
export const groqFailedGeneration = reply(
  400,
  error(
    "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    'invalid_request_error',
    {
      code: 'tool_use_failed',
      failed_generation: '<function=get_weather{"city": "Bern"}</function>',
    },
  ),
);
