import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope({ id: 'chatcmpl-b1d5ed', created: 1_741_569_952, model: 'claude-sonnet-4-5' });
const usage = {
  completion_tokens: 10,
  prompt_tokens: 19,
  total_tokens: 29,
  completion_tokens_details: null,
  prompt_tokens_details: { audio_tokens: null, cached_tokens: 8 },
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 8,
};
const counted = chunk({}, null, { usage });
const opening = chunk({ role: 'assistant', content: '' });
const plain = sse(opening, chunk({ content: TEA }), chunk({}, 'stop'), counted);
/** As the proxy tells every fault: the code is a text. */
const error = (message: string, type: string | null, code: string) => ({ error: { message, type, param: null, code } });
const thought = {
  reasoning_content: 'I need the weather.',
  thinking_blocks: [{ type: 'thinking', thinking: 'I need the weather.', signature: 'c2lnbmF0dXJl' }],
};
const calls = sse(
  chunk({
    role: 'assistant',
    content: '',
    ...thought,
    provider_specific_fields: { thinking_blocks: thought.thinking_blocks },
  }),
  chunk({ tool_calls: [piece(0, '', { id: 'toolu_01bern' })] }),
  chunk({ tool_calls: [piece(0, '{"city": "Bern"}')] }),
  chunk({ tool_calls: [piece(1, '', { id: 'toolu_02graz' })] }),
  chunk({ tool_calls: [piece(1, '{"city": "Graz"}')] }),
  chunk({}, 'tool_calls'),
  counted,
);

export const litellm: Family = {
  name: 'LiteLLM',
  source: 'https://docs.litellm.ai/docs/exception_mapping',
  endpoint: { baseUrl: 'http://127.0.0.1:4000/v1', apiKeyEnv: 'LITELLM_API_KEY' },
  model: 'claude-sonnet-4-5',
  features: {
    streamed: { replies: [plain] },
    whole: {
      replies: [reply(200, document({ content: TEA, tool_calls: null, function_call: null }, 'stop', { usage }))],
    },
    length: { replies: [sse(opening, chunk({ content: HALF }), chunk({}, 'length'), counted)] },
    filtered: {
      note: 'in the words of the upstream provider',
      replies: [
        reply(
          400,
          error(
            "litellm.BadRequestError: litellm.ContentPolicyViolationError: AzureException - The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
            null,
            '400',
          ),
        ),
      ],
      answer: { text: '', finishReason: 'prompt_filter' },
    },
    thinking: {
      replies: [
        sse(
          chunk({ role: 'assistant', content: '', reasoning_content: THOUGHT }),
          chunk({ content: TEA }),
          chunk({}, 'stop'),
          counted,
        ),
      ],
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      note: 'the thoughts of a Claude model go back once Anthropic misses them',
      replies: [
        calls,
        reply(
          400,
          error(
            'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block."}}',
            'invalid_request_error',
            '400',
          ),
        ),
        plain,
      ],
      echoed: { thinking_blocks: thought.thinking_blocks },
      dropped: ['reasoning_content'],
    },
    refusedParameter: {
      model: { temperature: 0.2, seed: 7 },
      replies: [
        reply(400, {
          error: {
            message:
              "litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don't support temperature=0.2. Only temperature=1 is supported. To drop unsupported openai params from the call, set `litellm.drop_params = True`",
            type: 'None',
            param: 'None',
            code: '400',
          },
        }),
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
            'No deployments available for selected model, Try again in 5 seconds. Passed model=claude-sonnet-4-5.',
            'throttling_error',
            '429',
          ),
        ),
      ],
      fault: { retryAfter: 5_000, says: /No deployments available/ },
    },
    outage: {
      replies: [reply(500, error('litellm.InternalServerError: AnthropicException - Overloaded', null, '500'))],
      fault: { status: 500, says: /Overloaded/ },
    },
    streamError: {
      replies: [
        sse(
          opening,
          chunk({ content: HALF }),
          JSON.stringify(
            error('litellm.APIError: APIError: OpenAIException - An error occurred during streaming', null, '500'),
          ),
        ),
      ],
      fault: { status: 500, says: /An error occurred during streaming/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } } },
  },
};

/** Beside the table: a spent budget of the proxy is not waited for. */
export const litellmBudget = reply(
  400,
  error('Budget has been exceeded! Current cost: 10.5, Max budget: 10.0', 'budget_exceeded', '400'),
);
