import type { FinishReason } from './generator.ts';

/** What a provider's word for the end of an answer means. `error`: the provider gave up, a fault (R32). `none`: it says nothing. */
export type EndOfAnswer = FinishReason | 'error' | 'none';

/**
 * The words of OpenAI, Azure, Gemini, Anthropic, Bedrock, DeepSeek, Kimi, DashScope, Zhipu, Mistral, Cohere, Groq, OpenRouter, LiteLLM,
 * vLLM, SGLang, TGI, llama.cpp, Ollama and LM Studio, in small letters with `_` between words (llm 1.1). What is not here is `other`:
 * nobody knows whether the answer is whole.
 */
const WORDS: Readonly<Record<Known, readonly string[]>> = {
  stop: [
    'stop',
    'end_turn',
    'stop_sequence',
    'stop_token',
    'eos',
    'eos_token',
    'end',
    'complete',
    'completed',
    'done',
    'finish',
    'finished',
  ],
  length: [
    'length',
    'max_tokens',
    'max_output_tokens',
    'max_completion_tokens',
    'max_new_tokens',
    'max_length',
    'model_length',
    'token_limit',
    'context_length',
    'model_context_window_exceeded',
  ],
  content_filter: [
    'content_filter',
    'content_filtered',
    'content_policy',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'image_safety',
    'image_recitation',
    'image_prohibited_content',
    'sensitive',
    'moderation',
    'guardrail_intervened',
    'error_toxic',
  ],
  refusal: ['refusal'],
  tool_calls: ['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls'],
  error: [
    'error',
    'failed',
    'abort',
    'aborted',
    'cancelled',
    'canceled',
    'timeout',
    'server_error',
    'internal_error',
    'network_error',
    'insufficient_system_resource',
  ],
  // DashScope writes the word in the chunks before the last.
  none: ['', 'null'],
};

const KNOWN = ['stop', 'length', 'content_filter', 'refusal', 'tool_calls', 'error', 'none'] as const;
type Known = (typeof KNOWN)[number];

const MEANINGS: ReadonlyMap<string, EndOfAnswer> = new Map(
  KNOWN.flatMap((meaning) => WORDS[meaning].map((word) => [word, meaning] as const)),
);

/**
 * Reads a word without regard to case, blanks and hyphens, and with or without the name of its enumeration (`FINISH_REASON_STOP`). Some say
 * after a colon what for: `content_filter: RECITATION`.
 */
export function endOfAnswer(word: string): EndOfAnswer {
  const begun = MEANINGS.get(plainWord(word.split(':')[0] ?? ''));
  return MEANINGS.get(plainWord(word)) ?? (begun === 'content_filter' || begun === 'error' ? begun : 'other');
}

/** Whether two words are the same but for case, blanks and hyphens. */
export function isSameWord(one: string, other: string): boolean {
  return plainWord(one) === plainWord(other);
}

function plainWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/^(?:finish|stop)_?reason[._:]+(?=\w)/, '');
}
