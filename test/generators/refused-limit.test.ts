/** What endpoints really say when a limit of tokens is too large for them (R111). */
import type { Fault } from '../../src/generators/provider-fault.ts';
import { type RefusedLimit, refusedLimit } from '../../src/generators/refused-limit.ts';

function fault(message: string, fields: Partial<Fault> = {}): Fault {
  return {
    status: 400,
    filter: undefined,
    failedText: undefined,
    window: undefined,
    isWaitExplicit: false,
    code: undefined,
    type: undefined,
    parameter: undefined,
    message,
    shouldRetry: undefined,
    retryAfter: undefined,
    waitUntil: undefined,
    ...fields,
  };
}

const most = (limit: number): RefusedLimit => ({ kind: 'output', most: limit });
const context = (size: number, prompt: number, isLeast = false): RefusedLimit => ({
  kind: 'context',
  context: size,
  prompt,
  isLeast,
});

const refusals: readonly (readonly [who: string, message: string, expected: RefusedLimit])[] = [
  [
    'OpenAI',
    'max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192.',
    most(4096),
  ],
  [
    'Anthropic',
    'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3',
    most(4096),
  ],
  [
    'Groq',
    '`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    most(4096),
  ],
  ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 4096]', most(4096)],
  ['DashScope', 'Range of max_tokens should be [1, 2000]', most(2000)],
  [
    'Cohere',
    'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model - received 8192. max_tokens',
    most(4096),
  ],
  [
    'Gemini',
    'Unable to submit request because it has a maxOutputTokens value of 8192 but the supported range is from 1 (inclusive) to 4097 (exclusive).',
    most(4096),
  ],
  ['Scaleway', 'max_completion_tokens is limited to 4096 for this model', most(4096)],
  [
    'OpenAI, the context',
    "This model's maximum context length is 8192 tokens. However, you requested 8256 tokens (64 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    context(8192, 64),
  ],
  [
    'llama-cpp-python',
    "This model's maximum context length is 8192 tokens, however you requested 8256 tokens (64 in your prompt; 8192 for the completion). Please reduce your prompt; or completion length.",
    context(8192, 64),
  ],
  ['llama-cpp-python, its library', 'Requested tokens (8256) exceed context window of 8192', context(8192, 64)],
  [
    'vLLM',
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 8192 tokens and your request has 64 input tokens (8192 > 8192 - 64). None",
    context(8192, 64),
  ],
  [
    'vLLM of 2026',
    "This model's maximum context length is 8192 tokens. However, you requested 8192 output tokens and your prompt contains at least 1 input tokens, for a total of at least 8193 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=1)",
    context(8192, 1, true),
  ],
  [
    'SGLang',
    "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 8256 tokens: 64 tokens from the input messages and 8192 tokens for the completion.",
    context(8192, 64),
  ],
  [
    'OpenRouter',
    "This endpoint's maximum context length is 8192 tokens. However, you requested about 8256 tokens (64 of text input, 8192 in the output). Please reduce the length of either one.",
    context(8192, 64),
  ],
  [
    'Anthropic, the context',
    'input length and `max_tokens` exceed context limit: 3000 + 8192 > 10000, decrease input length or `max_tokens` and try again',
    context(10_000, 3000),
  ],
  [
    'TGI and Together',
    '`inputs` tokens + `max_new_tokens` must be <= 8192. Given: 64 `inputs` tokens and 8192 `max_new_tokens`',
    context(8192, 64),
  ],
  ['one that writes its numbers with commas', 'max_tokens may be at most 4,096 for this model', most(4096)],
];

test.each(refusals)('(R111) a refused limit is read, and what takes its place: %s', (_who, message, expected) => {
  expect(refusedLimit(fault(message), 8_192)).toEqual(expected);
});

test('(R111) a refused limit without a number is known by its field', () => {
  const found = refusedLimit(fault('The value is too large.', { parameter: 'max_tokens' }), 8_192);
  expect(found).toEqual({ kind: 'output', most: undefined });
});

test.each([
  [
    'a prompt that is too long alone',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
  ],
  [
    'vLLM of a prompt that is too long alone',
    "This model's maximum context length is 8192 tokens. However, you requested 0 output tokens and your prompt contains at least 8193 input tokens, for a total of at least 8193 tokens.",
  ],
  ['llama.cpp', 'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it'],
  [
    'a prompt over the context, with a limit beside it',
    "This model's maximum context length is 8192 tokens. However, you requested 17192 tokens (9000 in the messages, 8192 in the completion).",
  ],
  [
    'a field of another name',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  ['something else', 'temperature must be at most 2'],
])('(R111) is no refused limit: %s', (_what, message) => {
  expect(refusedLimit(fault(message), 8_192)).toBeUndefined();
});

test('(R111) a rate limit in tokens is no refused limit', () => {
  const message = 'Rate limit reached: output tokens limited to 4096 a minute';
  expect(refusedLimit(fault(message, { status: 429 }), 8_192)).toBeUndefined();
});
