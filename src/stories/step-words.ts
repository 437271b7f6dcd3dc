import type { TopologyWords } from './topology-words.ts';

/** What is said of runs that have steps and nothing beside them. */
export function stepWords(kind: string): TopologyWords {
  return {
    kind,
    details: () => [],
    achieved: () => 'every step of its goal is met',
    whereabouts: () => '',
  };
}
