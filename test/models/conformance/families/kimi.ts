import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope({
  id: 'chatcmpl-698a2d1f',
  created: 1_741_569_952,
  model: 'kimi-k2.5',
  system_fingerprint: 'fpv0_ff52a3ef',
});
const usage = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29, cached_tokens: 8 };
/** The usage of a stream stands in the choice. */
const ended = (reason: string) =>
  JSON.stringify({
    ...JSON.parse(chunk({}, reason)),
    choices: [{ index: 0, delta: {}, finish_reason: reason, usage }],
  });
const opening = chunk({ role: 'assistant', content: '' });
const plain = sse(opening, chunk({ content: TEA }), ended('stop'));
const error = (message: string, type: string) => ({ error: { message, type } });
const calls = sse(
  opening,
  chunk({ reasoning_content: 'I need the weather.' }),
  chunk({ tool_calls: [piece(0, '', { id: 'get_weather:0' })] }),
  chunk({ tool_calls: [piece(0, '{"city": "Bern"}')] }),
  chunk({ tool_calls: [piece(1, '', { id: 'get_weather:1' })] }),
  chunk({ tool_calls: [piece(1, '{"city": "Graz"}')] }),
  ended('tool_calls'),
);

export const kimi: Family = {
  name: 'Kimi',
  source: 'https://platform.moonshot.ai/docs',
  endpoint: { baseUrl: 'https://api.moonshot.ai/v1', apiKeyEnv: 'MOONSHOT_API_KEY' },
  model: 'kimi-k2.5',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA }, 'stop', { usage }))] },
    length: { replies: [sse(opening, chunk({ content: HALF }), ended('length'))] },
    filtered: {
      replies: [reply(400, error('The request was rejected because it was considered high risk', 'content_filter'))],
      answer: { text: '', finishReason: 'prompt_filter' },
    },
    thinking: {
      replies: [sse(opening, chunk({ reasoning_content: THOUGHT }), chunk({ content: TEA }), ended('stop'))],
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      note: 'reasoning goes back with its message',
      replies: [calls, plain],
      echoed: { reasoning_content: 'I need the weather.' },
    },
    refusedParameter: {
      model: { temperature: 0.2, seed: 7 },
      replies: [
        reply(400, error('invalid temperature: only 1 is allowed for this model', 'invalid_request_error')),
        plain,
      ],
      sent: [{ temperature: 0.2 }, { seed: 7 }],
      notSent: [[], ['temperature']],
    },
    rateLimit: {
      note: 'says how long in the sentence',
      replies: [
        reply(
          429,
          error(
            'Your account org-a<ak-b> request reached organization max RPM: 3, please try again after 1 seconds',
            'rate_limit_reached_error',
          ),
        ),
      ],
      fault: { retryAfter: 1_000, says: /max RPM: 3/ },
    },
    outage: {
      note: 'told by 429',
      replies: [
        reply(429, error('The engine is currently overloaded, please try again later', 'engine_overloaded_error')),
      ],
      fault: { status: 429, says: /overloaded/ },
    },
    streamError: 'not documented',
    usage: {
      note: 'stands in the choice of the last event',
      replies: [plain],
      answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } },
    },
  },
};

/** Beside the table: an account without money is not waited for. */
export const kimiWithoutMoney = reply(
  429,
  error(
    'Your account org-a<ak-b> is suspended, please check your plan and billing details',
    'exceeded_current_quota_error',
  ),
);
