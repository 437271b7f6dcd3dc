/** How names and the words of others stand in a sentence of ours. */
import { cut } from '../../text/text.ts';

const LENGTH = 240;

export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Somebody's words at the end of a sentence of ours. */
export function said(words: string | undefined): string {
  return words === undefined || words === '' ? '' : `: ${short(words).replace(/\.$/, '')}`;
}

/** An ellipsis at its end says that there is more. */
export function short(words: string): string {
  return words.length > LENGTH ? `${cut(words, LENGTH - 1)}…` : words;
}
