import { longestCut } from '../../text/text.ts';

/** Bytes of a row as JSON at most: a hundred of them are read at a glance, also over a bad line. */
export const ROW_BYTES = 600;

const CUT = '…';

/** The start of a text that takes at most so many bytes as JSON, quotes included; an ellipsis at its end says that there is more. */
export function fitted(text: string, bytes: number): string {
  if (jsonBytes(text) <= bytes) return text;
  return longestCut(text, bytes, (start) => jsonBytes(start + CUT) <= bytes) + CUT;
}

/** The text as far as there is room for it in a row that holds an empty one in its place. */
export function roomFor(text: string, row: object): string {
  return fitted(text, Math.min(LONGEST, ROW_BYTES - jsonBytes(row) + jsonBytes('')));
}

/** Bytes of the sentence of a row at most. */
const LONGEST = 200;

/** As many of the texts, each of them fitted, as take at most so many bytes as JSON; how many are left out. */
export function fittedList(
  texts: readonly string[],
  bytes: number,
): { readonly shown: string[]; readonly more: number } {
  const shown: string[] = [];
  for (const text of texts) {
    const next = fitted(text, EACH);
    if (jsonBytes([...shown, next]) > bytes) break;
    shown.push(next);
  }
  return { shown, more: texts.length - shown.length };
}

/** Bytes of one text of a list at most. */
const EACH = 40;

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
