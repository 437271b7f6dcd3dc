import type { ChatMessage } from '../model/chat.ts';
import { type Usage, withReasoning } from '../model/usage.ts';
import { costMicroUsd, type TokenCounts } from './cost.ts';
import type { ModelPrice } from './endpoint.ts';
import { at } from './fields.ts';
import { countMessages, countTokens, upperBound, writtenIn } from './tokens.ts';

export interface AnswerUsageOptions {
  /** The provider's usage object, as it came. */
  readonly raw: unknown;
  readonly messages: readonly ChatMessage[];
  /** All that the model wrote. */
  readonly text: string;
  /** All that it thought before, as far as the provider sends it. */
  readonly thoughts?: string;
  readonly price: ModelPrice | undefined;
}

/**
 * What a call used. The provider's count where it can be true, else our own; the provider's price where it names one, else the price
 * table's, else unknown and never 0 (llm 1.6). Reasoning counts as output.
 */
export async function answerUsage({ raw, messages, text, thoughts = '', price }: AnswerUsageOptions): Promise<Usage> {
  const told = toldCounts(raw, text + thoughts);
  const counts = told ?? (await ownCounts(messages, text + thoughts));
  const reasoning = countAt(raw, 'completion_tokens_details', 'reasoning_tokens') ?? Math.ceil(thoughts.length / 4);
  const microUsd = (told && toldCost(raw)) ?? (price === undefined ? null : costMicroUsd(counts, price));
  const { cacheWriteTokens: _, ...tokens } = counts;
  const thought = withReasoning(Math.min(reasoning, counts.outputTokens));
  return { ...tokens, ...thought, microUsd, llmCalls: 1, ...(!told && { estimated: true }) };
}

/** Whether the cost of such an answer is the one that the provider names. */
export function namesCost({ raw, text }: Pick<AnswerUsageOptions, 'raw' | 'text'>): boolean {
  return toldCounts(raw, text) !== undefined && toldCost(raw) !== undefined;
}

/**
 * Tokens of the prompt as dsap counts them, where the provider reports far fewer: below 0.6 of them, and at least 1,000 fewer. Undefined
 * where it does not, or where a part came out of a cache, which some providers leave out of their count.
 */
export async function cutPrompt(
  raw: unknown,
  messages: readonly ChatMessage[],
): Promise<{ readonly told: number; readonly counted: number } | undefined> {
  const told = countAt(raw, 'prompt_tokens');
  if (told === undefined || told === 0 || CACHED.some((path) => (countAt(raw, ...path) ?? 0) > 0)) return undefined;
  const isFar = (counted: number) => told < counted * LEAST_SHARE && told + LEAST_MISSING <= counted;
  if (!isFar(messages.reduce((sum, message) => sum + upperBound(writtenIn(message)), 0))) return undefined;
  const counted = await countMessages(messages);
  return isFar(counted) ? { told, counted } : undefined;
}

const LEAST_SHARE = 0.6;
const LEAST_MISSING = 1_000;

/** Where providers count what they had read before; the last two are Anthropic's. */
const CACHED = [
  ['prompt_tokens_details', 'cached_tokens'],
  ['prompt_cache_hit_tokens'],
  ['cached_tokens'],
  ['cache_read_input_tokens'],
  ['cache_creation_input_tokens'],
] as const;

/** What a call used that a person stopped: four characters a token, since it counts in no budget (R27) and need not be exact. */
export function cutUsage({ messages, text, price }: Omit<AnswerUsageOptions, 'raw'>): Usage {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const counts = { inputTokens: Math.ceil(characters / 4), cachedTokens: 0, outputTokens: Math.ceil(text.length / 4) };
  return {
    ...counts,
    microUsd: price === undefined ? null : costMicroUsd(counts, price),
    llmCalls: 1,
    estimated: true,
  };
}

async function ownCounts(messages: readonly ChatMessage[], text: string): Promise<TokenCounts> {
  const [inputTokens, outputTokens] = await Promise.all([countMessages(messages), countTokens(text)]);
  return { inputTokens, cachedTokens: 0, outputTokens };
}

/** Undefined where the numbers are missing or cannot be true: a budget must not shrink by what a server makes up. */
function toldCounts(raw: unknown, text: string): TokenCounts | undefined {
  const inputTokens = countAt(raw, 'prompt_tokens');
  const completion = countAt(raw, 'completion_tokens');
  if (inputTokens === undefined || completion === undefined) return undefined;
  if (inputTokens === 0 || (completion === 0 && text !== '')) return undefined;
  const cachedTokens = cachedIn(raw, inputTokens);
  const cacheWriteTokens = cacheWritesIn(raw, inputTokens - cachedTokens);
  return {
    inputTokens,
    cachedTokens,
    outputTokens: completion + uncountedReasoning(raw),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}

/** No context window comes near it. */
const MOST_TOKENS = 100_000_000;

function countAt(raw: unknown, ...keys: readonly string[]): number | undefined {
  const count = at(raw, ...keys);
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_TOKENS ? count : undefined;
}

/** The second name is DeepSeek's, the third Kimi's. */
function cachedIn(raw: unknown, inputTokens: number): number {
  const cached =
    countAt(raw, 'prompt_tokens_details', 'cached_tokens') ??
    countAt(raw, 'prompt_cache_hit_tokens') ??
    countAt(raw, 'cached_tokens') ??
    0;
  return cached <= inputTokens ? cached : 0;
}

/** By OpenRouter, by LiteLLM and by Anthropic. */
function cacheWritesIn(raw: unknown, most: number): number {
  const written =
    countAt(raw, 'prompt_tokens_details', 'cache_write_tokens') ??
    countAt(raw, 'prompt_tokens_details', 'cache_creation_tokens') ??
    countAt(raw, 'cache_creation_input_tokens') ??
    0;
  return written <= most ? written : 0;
}

/**
 * Most providers count reasoning within the completion; where the total shows that it comes on top, it is added. Gemini's total alone
 * has it; of others that name more than the three counts, the rest of the total may be something else.
 */
function uncountedReasoning(raw: unknown): number {
  const others = (countAt(raw, 'prompt_tokens') ?? 0) + (countAt(raw, 'completion_tokens') ?? 0);
  const beyond = (countAt(raw, 'total_tokens') ?? 0) - others;
  const reasoning = countAt(raw, 'completion_tokens_details', 'reasoning_tokens');
  const isTotalAlone = reasoning === undefined && Object.keys(Object(raw)).every((key) => COUNTS.has(key));
  return beyond > 0 && (beyond === reasoning || isTotalAlone) ? beyond : 0;
}

const COUNTS: ReadonlySet<string> = new Set(['prompt_tokens', 'completion_tokens', 'total_tokens']);

/** OpenRouter's `cost`, in USD. */
function toldCost(raw: unknown): number | undefined {
  const cost = at(raw, 'cost');
  const valid = typeof cost === 'number' && cost >= 0 && cost <= MOST_USD;
  return valid ? Math.round(cost * 1_000_000) : undefined;
}

const MOST_USD = 10_000;
