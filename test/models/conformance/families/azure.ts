import { call, envelope, type Family, HALF, piece, reply, sse, TEA } from '../family.ts';

const safe = { filtered: false, severity: 'safe' };
const passed = { hate: safe, self_harm: safe, sexual: safe, violence: safe };
const { chunk, document } = envelope(
  { id: 'chatcmpl-AZ1', created: 1_741_569_952, model: 'gpt-4.1-2025-04-14', system_fingerprint: 'fp_6b' },
  { logprobs: null, content_filter_results: passed },
);
/** Comes before the answer, with no choice and no names. */
const prompt = JSON.stringify({
  choices: [],
  created: 0,
  id: '',
  model: '',
  object: '',
  prompt_filter_results: [
    { prompt_index: 0, content_filter_results: { ...passed, jailbreak: { filtered: false, detected: false } } },
  ],
});
const usage = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8 },
};
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage });
const opening = chunk({ role: 'assistant', content: '', refusal: null });
const plain = sse(prompt, opening, chunk({ content: TEA }), chunk({}, 'stop'), counted);
const calls = sse(
  prompt,
  chunk({ role: 'assistant', content: null, tool_calls: [piece(0, '', { id: 'call_a' })] }),
  chunk({ tool_calls: [piece(0, '{"city":"Bern"}')] }),
  chunk({ tool_calls: [piece(1, '', { id: 'call_b' })] }),
  chunk({ tool_calls: [piece(1, '{"city":"Graz"}')] }),
  chunk({}, 'tool_calls'),
  counted,
);

export const azure: Family = {
  name: 'Azure OpenAI',
  source: 'https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle',
  endpoint: { baseUrl: 'https://RESOURCE.openai.azure.com/openai/v1', apiKeyEnv: 'AZURE_OPENAI_API_KEY' },
  model: 'gpt-4.1',
  features: {
    streamed: {
      note: 'the address that ends in `/openai/v1`; the older one with `api-version` is not offered',
      replies: [plain],
    },
    whole: {
      replies: [
        reply(
          200,
          document({ content: TEA, refusal: null }, 'stop', {
            usage,
            prompt_filter_results: JSON.parse(prompt).prompt_filter_results,
          }),
        ),
      ],
    },
    length: { replies: [sse(prompt, opening, chunk({ content: HALF }), chunk({}, 'length'), counted)] },
    filtered: {
      note: 'a refused prompt names what was found',
      replies: [
        reply(400, {
          error: {
            message:
              "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
            type: null,
            param: 'prompt',
            code: 'content_filter',
            status: 400,
            innererror: {
              code: 'ResponsibleAIPolicyViolation',
              content_filter_result: { ...passed, jailbreak: { filtered: true, detected: true } },
            },
          },
        }),
      ],
      answer: { text: '', finishReason: 'prompt_filter', rawFinishReason: 'jailbreak' },
    },
    thinking: {
      note: 'the thoughts are not sent, their tokens are',
      replies: [
        sse(
          prompt,
          opening,
          chunk({ content: TEA }),
          chunk({}, 'stop'),
          JSON.stringify({
            ...JSON.parse(counted),
            usage: {
              ...usage,
              completion_tokens: 74,
              total_tokens: 93,
              completion_tokens_details: { reasoning_tokens: 64 },
            },
          }),
        ),
      ],
      answer: { usage: { outputTokens: 74 } },
    },
    toolCalls: { replies: [calls] },
    secondTurn: { replies: [calls, plain], echoed: { tool_calls: [call('call_a', 'Bern'), call('call_b', 'Graz')] } },
    refusedParameter: {
      replies: [
        reply(400, {
          error: {
            message:
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            type: 'invalid_request_error',
            param: 'max_tokens',
            code: 'unsupported_parameter',
          },
        }),
        plain,
      ],
      model: { maxTokens: 64 },
      sent: [{ max_tokens: 64 }, { max_completion_tokens: 64 }],
      notSent: [[], ['max_tokens']],
    },
    rateLimit: {
      note: 'says how long in `retry-after` and in the sentence',
      replies: [
        reply(
          429,
          {
            error: {
              code: '429',
              message:
                'Requests to the ChatCompletions_Create Operation under Azure OpenAI API have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 4 seconds. To increase the default quota see https://aka.ms/oai/quotaincrease.',
            },
          },
          { 'retry-after': '4', 'x-ratelimit-remaining-requests': '12' },
        ),
      ],
      fault: { retryAfter: 4_000, says: /exceeded token rate limit/ },
    },
    outage: {
      replies: [
        reply(503, {
          error: {
            code: 'ServiceUnavailable',
            message: 'The service is temporarily unable to process your request. Please try again later.',
          },
        }),
      ],
      fault: { status: 503, says: /temporarily unable/ },
    },
    streamError: {
      replies: [
        sse(
          prompt,
          opening,
          chunk({ content: HALF }),
          JSON.stringify({
            error: {
              message: 'The server had an error while processing your request.',
              type: 'server_error',
              param: null,
              code: null,
            },
          }),
        ),
      ],
      fault: { says: /The server had an error/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } } },
  },
};
