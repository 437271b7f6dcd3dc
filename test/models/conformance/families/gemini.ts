import { call, envelope, type Family, HALF, reply, sse, TEA } from '../family.ts';

const { chunk, document } = envelope({
  id: 'kHqSaNv3H8yXkdUP',
  created: 1_762_000_000,
  model: 'gemini-3-flash-preview',
});
const usage = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 };
const said = (content: string) => chunk({ role: 'assistant', content });
const plain = sse(
  said('Tea grows '),
  said('in the hills. '),
  chunk({ role: 'assistant', content: 'It is picked by hand.' }, 'stop', { usage }),
);
/** Errors come in a list. */
const refused = (code: number, message: string, status: string, more: object = {}) =>
  JSON.stringify([{ error: { code, message, status, ...more } }]);
const signed = { extra_content: { google: { thought_signature: 'c2lnbmF0dXJlIG9mIHRoZSBmaXJzdA==' } } };
const calls = sse(
  chunk({ role: 'assistant', tool_calls: [{ index: 0, ...call('function-call-1', 'Bern', signed) }] }),
  chunk({ role: 'assistant', tool_calls: [{ index: 0, ...call('function-call-2', 'Graz') }] }),
  chunk({ role: 'assistant' }, 'tool_calls', { usage }),
);

export const gemini: Family = {
  name: 'Gemini (compatible)',
  source: 'https://ai.google.dev/gemini-api/docs/openai',
  endpoint: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai', apiKeyEnv: 'GEMINI_API_KEY' },
  model: 'gemini-3-flash-preview',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA }, 'stop', { usage }))] },
    length: {
      note: 'some gateways say `MAX_TOKENS`',
      replies: [sse(said(HALF), chunk({ role: 'assistant' }, 'length', { usage }))],
    },
    filtered: {
      note: "Google's own words, in capitals",
      replies: [sse(said(HALF), chunk({ role: 'assistant' }, 'SAFETY', { usage }))],
      answer: { rawFinishReason: 'SAFETY' },
    },
    thinking: {
      note: 'the thoughts are not sent; their tokens stand in the total alone',
      replies: [sse(said(TEA), chunk({ role: 'assistant' }, 'stop', { usage: { ...usage, total_tokens: 93 } }))],
      answer: { usage: { outputTokens: 74 } },
    },
    toolCalls: { note: 'all calls have index 0', replies: [calls] },
    secondTurn: {
      note: 'the signature of a call goes back with it',
      replies: [calls, plain],
      echoed: { tool_calls: [{ ...call('function-call-1', 'Bern'), ...signed }, call('function-call-2', 'Graz')] },
    },
    refusedParameter: {
      model: { temperature: 0.2, seed: 7 },
      replies: [
        reply(
          400,
          refused(400, 'Invalid JSON payload received. Unknown name "seed": Cannot find field.', 'INVALID_ARGUMENT'),
        ),
        plain,
      ],
      sent: [{ seed: 7 }, { temperature: 0.2 }],
      notSent: [[], ['seed']],
    },
    rateLimit: {
      note: 'says how long in `RetryInfo` of the body; the words speak of a quota',
      replies: [
        reply(
          429,
          refused(
            429,
            'You exceeded your current quota, please check your plan and billing details.\nPlease retry in 3.4s.',
            'RESOURCE_EXHAUSTED',
            {
              details: [
                {
                  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
                  violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }],
                },
                { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' },
              ],
            },
          ),
        ),
      ],
      fault: { retryAfter: 3_000, says: /current quota/ },
    },
    outage: {
      replies: [reply(503, refused(503, 'The model is overloaded. Please try again later.', 'UNAVAILABLE'))],
      fault: { status: 503, says: /overloaded/ },
    },
    streamError: {
      replies: [sse(said(HALF), refused(500, 'An internal error has occurred.', 'INTERNAL'))],
      fault: { status: 500, says: /internal error has occurred/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, outputTokens: 10 } } },
  },
};
