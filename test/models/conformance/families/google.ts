import { type Family, HALF, reply, TEA, THOUGHT, unfinished } from '../family.ts';

const usageMetadata = { promptTokenCount: 19, candidatesTokenCount: 10, totalTokenCount: 29 };
const document = (parts: readonly object[], finishReason?: string, more: object = {}) => ({
  candidates: [{ content: { parts, role: 'model' }, ...(finishReason !== undefined && { finishReason }), index: 0 }],
  usageMetadata,
  modelVersion: 'gemini-2.5-flash',
  responseId: 'kHqSaNv3H8yXkdUP',
  ...more,
});
const chunk = (...given: Parameters<typeof document>) => JSON.stringify(document(...given));
const plain = unfinished(
  chunk([{ text: 'Tea grows ' }]),
  chunk([{ text: 'in the hills. ' }]),
  chunk([{ text: 'It is picked by hand.' }], 'STOP'),
);
const called = (city: string) => ({ functionCall: { name: 'get_weather', args: { city } } });
const thoughtSignature = 'c2lnbmF0dXJlIG9mIHRoZSBmaXJzdA==';
const calls = unfinished(
  chunk([{ text: THOUGHT, thought: true }]),
  chunk([{ ...called('Bern'), thoughtSignature }]),
  chunk([called('Graz')], 'STOP'),
);
const refused = (code: number, message: string, status: string, details: readonly object[] = []) => ({
  error: { code, message, status, details },
});

export const google: Family = {
  name: 'Gemini (native)',
  source: 'https://ai.google.dev/api/generate-content',
  endpoint: {
    provider: '@ai-sdk/google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    apiKeyEnv: 'GEMINI_API_KEY',
  },
  model: 'gemini-2.5-flash',
  path: '/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  features: {
    streamed: { replies: [plain], sent: [{ generationConfig: { maxOutputTokens: 8_192 } }] },
    whole: { replies: [reply(200, document([{ text: TEA }], 'STOP'))] },
    length: {
      replies: [unfinished(chunk([{ text: HALF }], 'MAX_TOKENS'))],
      answer: { rawFinishReason: 'MAX_TOKENS' },
    },
    filtered: {
      note: 'a prompt that is refused (`promptFeedback`) is a content failure with its reason',
      replies: [unfinished(chunk([{ text: HALF }]), chunk([], 'SAFETY'))],
      answer: { rawFinishReason: 'SAFETY' },
    },
    thinking: {
      setting: '`model.extra: { thinkingConfig: { includeThoughts: true } }`',
      model: { extra: { thinkingConfig: { includeThoughts: true } } },
      replies: [unfinished(chunk([{ text: THOUGHT, thought: true }]), chunk([{ text: TEA }], 'STOP'))],
      sent: [{ generationConfig: { thinkingConfig: { includeThoughts: true } } }],
    },
    toolCalls: { note: 'the adapter makes the ids', replies: [calls] },
    secondTurn: {
      note: 'the signature of a call goes back with it, and the replies in one message',
      replies: [calls, plain],
      sent: [
        {},
        {
          contents: [
            { role: 'user' },
            {
              role: 'model',
              parts: [{ text: THOUGHT, thought: true }, { ...called('Bern'), thoughtSignature }, called('Graz')],
            },
            { role: 'user', parts: [{ functionResponse: {} }, { functionResponse: {} }] },
          ],
        },
      ],
    },
    refusedParameter: {
      model: { temperature: 0.2, seed: 7 },
      replies: [
        reply(
          400,
          refused(
            400,
            'Invalid JSON payload received. Unknown name "seed" at \'generation_config\': Cannot find field.',
            'INVALID_ARGUMENT',
          ),
        ),
        plain,
      ],
      sent: [{ generationConfig: { seed: 7 } }, { generationConfig: { temperature: 0.2, maxOutputTokens: 8_192 } }],
    },
    rateLimit: {
      note: 'says how long in `RetryInfo` of the body; the words speak of a quota',
      replies: [
        reply(
          429,
          refused(
            429,
            'You exceeded your current quota, please check your plan and billing details.',
            'RESOURCE_EXHAUSTED',
            [
              {
                '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
                violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }],
              },
              { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' },
            ],
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
      replies: [
        unfinished(
          chunk([{ text: HALF }]),
          JSON.stringify(refused(500, 'An internal error has occurred.', 'INTERNAL')),
        ),
      ],
      fault: { status: 500, says: /internal error has occurred/ },
    },
    usage: {
      note: 'thoughts are counted as output',
      replies: [
        unfinished(
          chunk([{ text: TEA }], 'STOP', {
            usageMetadata: { ...usageMetadata, thoughtsTokenCount: 64, totalTokenCount: 93 },
          }),
        ),
      ],
      answer: { usage: { inputTokens: 19, outputTokens: 74 } },
    },
  },
};
