import type { Decomposed } from '../../model/events/and-or.ts';
import type { RunState } from '../../model/run-state.ts';
import type { SearchState } from '../../model/search-state.ts';

/** The search of a run whose base case is to be verified, with or without groups. */
export function newSearch(decompositions: readonly Decomposed[] = []): SearchState {
  return { groups: {}, baseCase: { due: true }, decompositions, alignments: 0 };
}

export function withSearch(state: RunState, change: (before: SearchState) => SearchState): RunState {
  return { ...state, search: change(state.search ?? newSearch()) };
}
