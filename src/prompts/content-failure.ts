import { fieldOf } from '../text/loose.ts';
import { cut, plainText } from '../text/text.ts';
import { answerLength } from './answer-limit.ts';

/** How an answer can have ended. */
export const FINISH_REASONS = [
  'stop',
  'length',
  'too_long',
  'content_filter',
  'refusal',
  'tool_calls',
  'other',
  'prompt_filter',
] as const;

export interface Answer {
  readonly text: string;
  /**
   * `too_long`: it went on past every limit, and was read no further (R111). `other`: for a
   * reason that nobody knows (llm 1.1). `prompt_filter`: the provider refused the prompt (llm 1.7).
   */
  readonly finishReason: (typeof FINISH_REASONS)[number];
  /** The provider's own word for it, where that is another one. */
  readonly rawFinishReason?: string | undefined;
  /** The endpoint's profile takes the word of `other` for the end of a whole answer. */
  readonly endsWhole?: boolean | undefined;
  readonly refusal?: string;
  /** The limit of tokens that was in force; left out: none. */
  readonly maxTokens?: number | undefined;
  /** Tokens that the model thought; left out: none. */
  readonly reasoningTokens?: number | undefined;
}

/** `generator.output` (running 5). A schema means `json` whatever the format says; nothing means `text`. */
export interface OutputFormat {
  readonly format?: 'text' | 'json' | 'code';
  readonly language?: string;
  readonly schema?: unknown;
}

export type Format = NonNullable<OutputFormat['format']>;

export function formatOf(output: OutputFormat): Format {
  return output.schema === undefined ? (output.format ?? 'text') : 'json';
}

/**
 * Feedback for an answer that ended badly, whatever it holds: what happened, then what to do; undefined where it ended well. Only
 * `length` is truncation (R32). Some endpoints refuse with `stop` and the refusal beside it.
 */
export function badEnding(answer: Answer, output: OutputFormat): string | undefined {
  const refusal = plainText(answer.refusal ?? '').trim();
  const reason = refusal === '' ? answer.finishReason : 'refusal';
  if (reason === 'refusal')
    return `The model refused to answer: ${quote(refusal || answer.text)}\n${REFUSED} ${wanted(output)}`;
  if (reason === 'length' && isThoughtAlone(answer)) return `${onlyThought(answer)} ${wanted(output)}`;
  if (reason === 'length' || reason === 'too_long') return `${cutAt(reason, answer.maxTokens)} ${wanted(output)}`;
  if (reason === 'prompt_filter') return `${refusedPrompt(answer)} ${wanted(output)}`;
  if (reason === 'other' && !answer.endsWhole)
    return refusedGeneration(answer, output) ?? `${unknownEnding(answer)} ${wanted(output)}`;
  if (reason === 'content_filter' || reason === 'tool_calls') return `${ENDINGS[reason]} ${wanted(output)}`;
  if (answer.text.trim() !== '') return undefined;
  const what = isThoughtAlone(answer) ? `${ALL_THOUGHT}\n${AS_TEXT}` : 'The answer is empty.\n';
  return `${what}${wanted(output)}`;
}

const REFUSED = 'Do the part of the task that can be done.';

const ALL_THOUGHT = 'The answer has no text: all that came is what the model thought.';
const AS_TEXT = 'Thoughts are no answer: after them, write the answer itself as text. ';

/** The model thought, and wrote nothing. */
export function isThoughtAlone({ text, refusal = '', reasoningTokens = 0 }: Answer): boolean {
  return reasoningTokens > 0 && text.trim() === '' && refusal === '';
}

/** Names both numbers, so that whoever is asked knows what to raise. */
function onlyThought({ maxTokens, reasoningTokens = 0 }: Answer): string {
  const limit = maxTokens === undefined ? 'the token limit' : `the limit of ${maxTokens} tokens`;
  return `The answer has no text: ${limit} was used up by thinking (${reasoningTokens} tokens).\nThink less, and write the answer early.`;
}

/** Names the limit in force, so that whoever is asked knows what to raise. */
function cutAt(reason: 'length' | 'too_long', maxTokens: number | undefined): string {
  const limit = maxTokens === undefined ? 'the token limit' : `the limit of ${maxTokens} tokens`;
  const what =
    reason === 'length'
      ? `The answer was cut off at ${limit} before it was complete.`
      : `The answer is longer than ${answerLength(maxTokens)} characters, more than ${limit} can be.`;
  return `${what}\nAnswer again and shorter, without explanations.`;
}

function refusedPrompt({ rawFinishReason = 'content filter' }: Answer): string {
  return (
    `The content filter of the provider refused the prompt, so no model saw it. What it objects to: ${quote(rawFinishReason)}.\n` +
    'The prompt has to change, or another model be asked.'
  );
}

/** Names the word and the setting, so that whoever is asked can say what it means. */
function unknownEnding({ rawFinishReason = '' }: Answer): string {
  return (
    `The answer ended with ${quote(rawFinishReason)}, a reason that is not known, so it may be cut off. ` +
    'If the word stands for a whole answer, list it in profile.endReasons of the endpoint.\nAnswer again, complete and shorter.'
  );
}

/** What Groq refuses because the model wrote it wrong: a call of a tool, or JSON (llm 1.7). Undefined where it ended otherwise. */
function refusedGeneration({ text, rawFinishReason = '' }: Answer, output: OutputFormat): string | undefined {
  const written = text.trim() === '' ? 'It does not say what the model wrote.' : `The model wrote: ${quote(text)}`;
  if (rawFinishReason === 'json_validate_failed')
    return `The provider refused the answer, because it is not the JSON that was asked for (${rawFinishReason}). ${written}\n${wanted(output)}`;
  if (rawFinishReason !== 'tool_use_failed' && rawFinishReason !== 'failed_generation') return undefined;
  return (
    `The provider refused what the model wrote, because it is no valid call of a tool (${rawFinishReason}). ${written}\n` +
    'Call only tools that are there, through the interface for tool calls, with arguments that fit their schemas; else answer without a call. ' +
    wanted(output)
  );
}

const ENDINGS = {
  content_filter:
    'The content filter of the provider stopped the answer.\nAnswer again without what a filter may object to.',
  tool_calls: 'The answer calls a tool, but there are no tools here.\nAnswer in text.',
} as const;

/** What to answer with, in one sentence. */
export function wanted(output: OutputFormat): string {
  const mark = output.language === undefined ? '' : ` marked ${output.language}`;
  const sentences = {
    text: 'Answer with the text that the task asks for.',
    json: 'Answer with one JSON value and nothing else.',
    code: `Answer with one fenced code block${mark}.`,
  };
  return sentences[formatOf(output)];
}

/** What Ajv found; `errorMessage` in the schema that is not fit says it in words. */
interface SchemaFault {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly parentSchema?: unknown;
}

/** Feedback for a value that does not fit `output.schema`, from Ajv's errors: the first five, one a line (llm 1.2). */
export function schemaFeedback(errors: readonly SchemaFault[]): string {
  const found = [...new Set(errors.map((error) => `${error.instancePath || 'The value'} ${wordsOf(error)}`))];
  const lines = found.slice(0, 5);
  const more = found.length > 5 ? [`and ${found.length - 5} more`] : [];
  return [...lines, ...more, 'Answer again with one JSON value that fits the output schema.'].join('\n');
}

function wordsOf({ message = 'is wrong', parentSchema }: SchemaFault): string {
  const words = fieldOf(parentSchema, 'errorMessage');
  return typeof words === 'string' ? words : message;
}

function quote(text: string): string {
  return cut(plainText(text).trim() || 'no reason given', 500);
}
