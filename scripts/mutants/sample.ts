import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/** The same mutants every time, at most so many; where others come or go, most of them stay. Answered in the order of the text. */
export function sampleOf(path: string, mutants: readonly Mutant[], most: number): readonly Mutant[] {
  if (mutants.length <= most) return mutants;
  const drawn = ({ index, was, text }: Mutant) =>
    createHash('sha256').update([path, index, was, text].join('\0')).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, at: drawn(mutant) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, most)
    .map(({ mutant }) => mutant)
    .toSorted((a, b) => a.index - b.index);
}
