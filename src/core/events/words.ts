/** How names and the words of others stand in a sentence of ours. */
import { short } from '../../text/text.ts';

export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Somebody's words at the end of a sentence of ours. */
export function said(words: string | undefined): string {
  return words === undefined || words === '' ? '' : `: ${short(words).replace(/\.$/, '')}`;
}
