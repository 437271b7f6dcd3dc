import { withEntry } from '../../core/state/unpacked.ts';
import { searchIn, withSearch } from '../../model/own-state.ts';
import type { RunState } from '../../model/run-state.ts';
import type { GroupState } from '../../model/search-state.ts';

const NO_GROUP: GroupState = { taken: [], failed: [] };

export function groupOf(state: RunState, id: string): GroupState {
  return searchIn(state)?.groups[id] ?? NO_GROUP;
}

export function withGroup(state: RunState, id: string, group: GroupState): RunState {
  return withSearch(state, (search) => ({ ...search, groups: withEntry(search.groups, id, group) }));
}
