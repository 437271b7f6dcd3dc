import type { PromptPart } from '../ports/store.ts';

/** A stretch of a prompt. With a `digest` it is exactly the content that is stored under it. */
export interface Piece {
  readonly text: string;
  readonly digest?: string;
}

/** Literals over this many UTF-16 units are stored as contents of their own, once however often they are sent. */
const LITERAL_LIMIT = 1024;

export interface StoredParts {
  readonly parts: readonly PromptPart[];
  /** Texts that the digests of the parts name and that may not be stored yet. */
  readonly contents: readonly string[];
}

/** How a message is recorded (design 4): large texts by digest, the rest as literals, neighbours joined. */
export function toParts(pieces: readonly Piece[], digestOf: (text: string) => string): StoredParts {
  const parts: PromptPart[] = [];
  const contents: string[] = [];
  for (const { text, digest } of pieces) {
    const last = parts.at(-1);
    if (digest !== undefined) {
      parts.push({ digest });
    } else if (text.length > LITERAL_LIMIT) {
      parts.push({ digest: digestOf(text) });
      contents.push(text);
    } else if (last !== undefined && 'text' in last) {
      parts[parts.length - 1] = { text: last.text + text };
    } else if (text !== '') {
      parts.push({ text });
    }
  }
  return { parts, contents };
}

/** The message as it was sent. Throws when a content is missing, since half a prompt would be a lie. */
export function partsToText(parts: readonly PromptPart[], contents: ReadonlyMap<string, string>): string {
  return parts.map((part) => ('text' in part ? part.text : contentOf(part.digest, contents))).join('');
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('');
}

function contentOf(digest: string, contents: ReadonlyMap<string, string>): string {
  const text = contents.get(digest);
  if (text === undefined)
    throw new Error(`The prompt refers to ${digest}, which is not among the contents given; load it first.`);
  return text;
}
