import type { ChatMessage, ToolCall } from '../model/chat.ts';

/**
 * Tokens of a text in the o200k encoding: exact for recent OpenAI models, an estimate for others. The tables take 124 MB, so they are
 * loaded by the first call and not before.
 */
export async function countTokens(text: string): Promise<number> {
  return text === '' ? 0 : (await tokenCounter())(text);
}

/** The exact count as a plain function, its tables loaded. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => pieces(text).reduce((sum, piece) => sum + count(piece, { disallowedSpecial: NONE }), 0);
}

/** Tokens of a chat request, with the few that the chat format adds to each message. */
export async function countMessages(messages: readonly ChatMessage[]): Promise<number> {
  const counts = await Promise.all(messages.map((message) => countTokens(writtenIn(message))));
  return counts.reduce((sum, count) => sum + count + PER_MESSAGE, PER_REPLY);
}

/**
 * A bound for prose and code that needs no tables: a third of the UTF-8 bytes. Text without words (base64, digests) can have up to
 * twice as many tokens; what must be exact asks `countTokens`.
 */
export function upperBound(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 3);
}

/** All of a message that takes room in a context. */
export function writtenIn(message: ChatMessage): string {
  if (message.role !== 'assistant') return message.content;
  const { content, extra, toolCalls = [] } = message;
  return content + writtenInFields(extra) + toolCalls.map(writtenInCall).join('');
}

function writtenInCall({ name, arguments: given, extra }: ToolCall): string {
  return name + given + writtenInFields(extra);
}

function writtenInFields(fields: ToolCall['extra']): string {
  return fields ? JSON.stringify(fields) : '';
}

const PER_MESSAGE = 4;
const PER_REPLY = 3;

/** Text that looks like a control token is text like any other. */
const NONE: Set<string> = new Set();

/**
 * The encoder takes time that grows with the square of a run of like characters (100,000 blanks: 4 s, with the event loop held), so a
 * text with such a run is counted in pieces; each cut adds one token at most.
 */
function pieces(text: string): readonly string[] {
  return LONG_RUN.test(text) ? (text.match(/[\s\S]{1,1000}/gu) ?? []) : [text];
}

const LONG_RUN = /[\p{L}\p{M}]{1000}|\s{1000}|[^\s\p{L}\p{N}]{1000}/u;
