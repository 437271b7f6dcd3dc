import { groupBy } from '../../../text/node-20.ts';
import { cut } from '../../../text/text.ts';

const MAX_WANTED = 60;
const MAX_SHOWN = 12;
const MAX_WIDTH = 160;
/** Of a file's lines, in which what was meant is looked for. */
const MAX_LINES = 50_000;

/**
 * The lines of a file that were perhaps meant by those that are not in it, numbered as editors number them; nothing where none is
 * like them at all.
 */
export function nearestLines(file: readonly string[], wanted: readonly string[]): readonly string[] {
  const bare = wanted.slice(0, MAX_WANTED).map((line) => line.trim());
  const start = byEqualLines(file, bare) ?? byWords(file, bare);
  return start === undefined ? [] : numbered(file, start, Math.min(Math.max(wanted.length, 3), MAX_SHOWN));
}

/** `12| text`, so many lines from one on that counts from 0. */
export function numbered(file: readonly string[], start: number, count: number): readonly string[] {
  return file.slice(Math.max(0, start), start + count).map((line, index) => {
    return `${Math.max(0, start) + index + 1}| ${cut(line, MAX_WIDTH)}`;
  });
}

/** Every line that is equal but for white space votes for the place that all would have there. */
function byEqualLines(file: readonly string[], wanted: readonly string[]): number | undefined {
  const indexes = groupBy(wanted.keys(), (index) => wanted[index] ?? '');
  const votes = new Map<number, number>();
  for (const [at, line] of file.slice(0, MAX_LINES).entries()) {
    const bare = line.trim();
    if (bare.length < 3) continue;
    for (const index of indexes.get(bare) ?? []) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  return best(votes);
}

/** The place of the line that shares most words with the first telling line. */
function byWords(file: readonly string[], wanted: readonly string[]): number | undefined {
  const [telling] = wanted.toSorted((left, right) => right.length - left.length);
  const words = new Set(wordsOf(telling ?? ''));
  const index = wanted.indexOf(telling ?? '');
  const shares = new Map<number, number>();
  for (const [at, line] of file.slice(0, MAX_LINES).entries()) {
    const own = new Set(wordsOf(line));
    const shared = [...own].filter((word) => words.has(word)).length;
    if (shared > 0) shares.set(at - index, shared / (own.size + words.size));
  }
  return best(shares);
}

function best(scores: ReadonlyMap<number, number>): number | undefined {
  let found: { readonly at: number; readonly score: number } | undefined;
  for (const [at, score] of scores) {
    if (found === undefined || score > found.score) found = { at, score };
  }
  return found?.at;
}

function wordsOf(line: string): readonly string[] {
  return (
    line
      .slice(0, 500)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}
