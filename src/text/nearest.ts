/** How names are spoken of in details: the one that was probably meant, and those there are. */
const SHOWN = 20;
const LONGEST = 64;
const MOST_EDITS = 3;

/** ` Did you mean "x"?`, or nothing when no word is close. */
export function suggestion(word: string, words: Iterable<string>): string {
  const best = nearest(word, words);
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

/**
 * The word that one is a slip of: one edit, or a swap of neighbours, from a word of at least five letters, or two from one of at least
 * eight (R96). Shorter words are near to too many others.
 */
export function slipOf(word: string, words: Iterable<string>): string | undefined {
  for (const candidate of words) {
    const limit = candidate.length >= 8 ? 2 : candidate.length >= 5 ? 1 : 0;
    if (limit > 0 && word !== candidate && distance(word, candidate, limit) <= limit) return candidate;
  }
  return undefined;
}

/** The words in order, at most twenty of them. */
export function listing(words: Iterable<string>): string {
  const all = [...words];
  if (all.length === 0) return 'none';
  const rest = all.length - SHOWN;
  return all.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The closest word within a third of its length and three edits, the earliest of equals. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of words) {
    const limit = Math.min(MOST_EDITS, Math.floor(candidate.length / 3), (best?.edits ?? Infinity) - 1);
    const edits = distance(word.toLowerCase(), candidate.toLowerCase(), limit);
    if (edits <= limit) best = { word: candidate, edits };
  }
  return best?.word;
}

/**
 * Edits from one word to the other, letters that have swapped places counting as one; more than `limit` reads as Infinity. Only
 * the band of the table within the limit is filled: a document may hold hundreds of wrong names, each compared with a thousand.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: limit + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line += 1) {
    const next: number[] = [];
    for (let column = Math.max(0, line - limit); column <= Math.min(b.length, line + limit); column += 1) {
      const replaced = at(row, column - 1) + (a[line - 1] === b[column - 1] ? 0 : 1);
      const hasSwapped = line > 1 && a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1];
      const swapped = hasSwapped ? at(before, column - 2) + 1 : Infinity;
      next[column] = Math.min(replaced, swapped, at(row, column) + 1, at(next, column - 1) + 1);
    }
    before = row;
    row = next;
  }
  const edits = at(row, b.length);
  return edits > limit ? Infinity : edits;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
