import type { MachineState } from './machine-state.ts';
import { type BaseCaseState, newSearch, type SearchState } from './search-state.ts';

/** The part of a run's state that is its topology's own. A topology that keeps nothing there has that of a graph. */
export type Own = GraphState | SearchState | MachineState;

interface GraphState {
  readonly kind: 'dag';
  /** A redirect that begins the Trail anew leaves one in the state of any run, which is never verified. */
  readonly baseCase?: BaseCaseState;
}

/** What a state of schema 1 had of its topology's own. A base case came with a whole search, whatever the topology. */
export interface PartsOfSchema1 {
  readonly machine?: Omit<MachineState, 'kind' | 'baseCase'>;
  readonly search?: Omit<SearchState, 'kind'>;
}

interface Owner {
  readonly own: Own;
}

/** The search of a run that is one; undefined of any other. */
export function searchIn({ own }: Owner): SearchState | undefined {
  return 'groups' in own ? own : undefined;
}

/** The state with another search. */
export function withSearch<State extends Owner>(state: State, change: (before: SearchState) => SearchState): State {
  return { ...state, own: change(searchIn(state) ?? newSearch()) };
}

/** The step itself; for a group the choice that won, once one has (R50). */
export function standIn(state: Owner, id: string): string {
  return searchIn(state)?.groups[id]?.winner ?? id;
}
