/** How names are spoken of in details: the one that was probably meant, and those there are. */
const SHOWN = 20;
const LONGEST = 64;
/** Comparing is dear, and a document may hold hundreds of wrong names. */
const COMPARED = 200;

/** ` Did you mean "x"?`, or nothing when no word is close. */
export function suggestion(word: string, words: Iterable<string>): string {
  const best = nearest(word, words);
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

/** The words in order, at most twenty of them. */
export function listing(words: Iterable<string>): string {
  const all = [...words];
  if (all.length === 0) return 'none';
  const rest = all.length - SHOWN;
  return all.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The closest word within a third of its length in edits, the earliest of equals. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  let best: { word: string; edits: number } | undefined;
  for (const candidate of [...words].slice(0, COMPARED)) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= candidate.length / 3 && edits < (best?.edits ?? Infinity)) {
      best = { word: candidate, edits };
    }
  }
  return best?.word;
}

/** Edits from one word to the other, letters that have swapped places counting as one; row by row. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > b.length / 3) return Infinity;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(row, column - 1) + (a[line - 1] === b[column - 1] ? 0 : 1);
      const hasSwapped = a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1];
      const swapped = hasSwapped ? at(before, column - 2) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, at(row, column) + 1, at(next, column - 1) + 1));
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
