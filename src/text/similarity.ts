import { normalise } from './normalise.ts';

export type Metric = 'shingles' | 'difflib';

/** How alike two feedbacks are, in permille (R24). Integers, so that a decision never hangs on a rounding. */
export function similarity(metric: Metric, one: string, other: string): number {
  return metric === 'shingles' ? shingleSimilarity(one, other) : ratio(one, other);
}

/** Jaccard of the token 3-shingles of the normalised texts; texts of fewer than five tokens are alike only when equal. */
function shingleSimilarity(one: string, other: string): number {
  const [a, b] = [tokensOf(one), tokensOf(other)];
  if (Math.min(a.length, b.length) < 5) return a.join(' ') === b.join(' ') ? 1_000 : 0;
  return jaccard(shinglesOf(a), shinglesOf(b));
}

function tokensOf(text: string): readonly string[] {
  return normalise(text).match(/[a-z0-9_]+|[^\sa-z0-9_]/g) ?? [];
}

function shinglesOf(tokens: readonly string[]): ReadonlySet<string> {
  return new Set(tokens.slice(2).map((token, index) => `${tokens[index]} ${tokens[index + 1]} ${token}`));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const shingle of a) if (b.has(shingle)) shared += 1;
  return Math.floor((shared * 1_000) / (a.size + b.size - shared));
}

/** Texts beyond this many characters are compared by their start: the ratio takes time that grows with the square. */
const RATIO_LENGTH = 2_000;

/** Ratcliff and Obershelp, as the reference measures on raw text: twice the matching characters ÷ all characters. */
function ratio(one: string, other: string): number {
  const [a, b] = [one.slice(0, RATIO_LENGTH), other.slice(0, RATIO_LENGTH)];
  const length = a.length + b.length;
  return length === 0 ? 1_000 : Math.floor((2_000 * matching(a, b)) / length);
}

/** Characters in the longest common stretch and, on both sides of it, in those that remain. */
function matching(a: string, b: string): number {
  let total = 0;
  const open: [string, string][] = [[a, b]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { size, inA, inB } = longestCommon(...pair);
    if (size === 0) continue;
    total += size;
    open.push([pair[0].slice(0, inA), pair[1].slice(0, inB)]);
    open.push([pair[0].slice(inA + size), pair[1].slice(inB + size)]);
  }
  return total;
}

/** The earliest of the longest, in the first text and then in the second. */
function longestCommon(a: string, b: string): { readonly size: number; readonly inA: number; readonly inB: number } {
  let best = { size: 0, inA: 0, inB: 0 };
  let before = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i += 1) {
    const row = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j += 1) {
      if (a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      const size = (before[j] ?? 0) + 1;
      row[j + 1] = size;
      if (size > best.size) best = { size, inA: i - size + 1, inB: j - size + 1 };
    }
    before = row;
  }
  return best;
}
