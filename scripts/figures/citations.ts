import type { Figure } from './figure.ts';

/** Citations that name nothing in the repository. What finds and resolves them joins here; until then nothing is measured. */
export function citationsWithoutTarget(): Figure {
  return {
    id: 'citations',
    measure: 'citations without a target',
    goal: { most: 0 },
    note: 'nothing counts them yet',
    places: [],
  };
}
