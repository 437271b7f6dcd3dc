import type { Fault } from './provider-fault.ts';

/** What an endpoint said when it refused a limit of tokens. */
export type RefusedLimit =
  /** The most that the model writes; undefined where no number was named. */
  | { readonly kind: 'output'; readonly most: number | undefined }
  /** Prompt and limit together are over the context. */
  | {
      readonly kind: 'context';
      readonly context: number;
      /** Tokens of the prompt as the endpoint counts them. */
      readonly prompt: number;
      /** It has not counted all of the prompt. */
      readonly isLeast: boolean;
    };

/** Reads whether a fault is about the limit of `sent` tokens; undefined where it is about something else, such as the prompt alone. */
export function refusedLimit(fault: Fault, sent: number): RefusedLimit | undefined {
  if (!CAN_REFUSE.has(fault.status ?? 400)) return undefined;
  const message = fault.message.replaceAll(/(\d),(?=\d{3}\b)/g, '$1');
  const context = firstNumber(CONTEXT, message);
  return context === undefined ? outputIn(fault, message, sent) : contextIn(context, message, sent);
}

/** Scaleway refuses with 416, older llama.cpp with 500. */
const CAN_REFUSE: ReadonlySet<number> = new Set([400, 413, 416, 422, 500]);

/** The wordings of OpenAI, vLLM, SGLang, OpenRouter and llama-cpp-python; of Anthropic; of TGI and Together; of llama-cpp-python's library. */
const CONTEXT = [
  /maximum context length (?:is|of) +(\d+)/i,
  /exceed context limit: \d+ \+ \d+ > (\d+)/i,
  /must be <= (\d+)/i,
  /exceed context window of (\d+)/i,
];

const PROMPT = [
  /\((\d+) (?:in|of|from) (?:the |your )?(?:\w+ )?(?:messages|prompt|input)/i,
  /has (\d+) input tokens/i,
  /(\d+) tokens from the input/i,
  /Given: (\d+) .inputs/i,
  /exceed context limit: (\d+) \+/i,
];

/** vLLM reads no more of the prompt than would fit beside the limit. */
const PROMPT_AT_LEAST = /at least (\d+) input tokens/i;
const TOTAL = /requested (?:about |a total of )?(\d+) tokens|requested tokens \((\d+)\)/i;

function contextIn(context: number, message: string, sent: number): RefusedLimit | undefined {
  const least = firstNumber([PROMPT_AT_LEAST], message);
  const total = firstNumber([TOTAL], message);
  const prompt = least ?? firstNumber(PROMPT, message) ?? (total === undefined ? undefined : total - sent);
  if (prompt === undefined || prompt < 0 || prompt >= context) return undefined;
  return { kind: 'context', context, prompt, isLeast: least !== undefined };
}

/** Of OpenAI; Anthropic; Groq and Cohere; DeepSeek and DashScope; Gemini; and what others say most. */
const OUTPUT: readonly RegExp[] = [
  /supports? (?:at most|up to|a maximum of) (\d+)/i,
  /tokens\W{1,4}\d+ > (\d+)/i,
  /less than or equal to [`'"]?(\d+)/i,
  /\[\s*\d+\s*,\s*(\d+)\s*\]/,
  /(?:at most|limited to|not exceed|no more than|up to|<=|maximum(?: value)? (?:is|of|allowed is)) [`'"]?(\d+)/i,
];
const OUTPUT_BELOW = /to (\d+) \(exclusive\)/i;
const ABOUT_LIMIT = /max_?(?:completion_|new_|output_)?tokens|maxOutputTokens|(?:completion|output) tokens/i;
const LIMIT_FIELD = /^max_(?:completion_|output_)?tokens$/;
const TOO_LARGE = /too (?:large|high|big)|invalid|exceed|out of range|limited/i;

function outputIn({ parameter = '' }: Fault, message: string, sent: number): RefusedLimit | undefined {
  const isField = LIMIT_FIELD.test(parameter);
  if (!isField && !ABOUT_LIMIT.test(message)) return undefined;
  const below = firstNumber([OUTPUT_BELOW], message);
  const most = below === undefined ? firstNumber(OUTPUT, message) : below - 1;
  if (most !== undefined && most > 0 && most < sent) return { kind: 'output', most };
  // Refused although it is what was named: the model takes none.
  if (most === sent) return { kind: 'output', most: undefined };
  // A field that the model does not know at all is for whoever leaves out what is refused.
  return isField && TOO_LARGE.test(message) ? { kind: 'output', most: undefined } : undefined;
}

function firstNumber(patterns: readonly RegExp[], message: string): number | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(message)?.slice(1).find(Boolean);
    if (found !== undefined) return Number(found);
  }
  return undefined;
}
