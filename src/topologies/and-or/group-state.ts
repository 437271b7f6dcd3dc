import { hashed } from '../../core/unpacked.ts';
import type { RunState } from '../../model/run-state.ts';
import type { GroupState } from '../../model/search-state.ts';
import { withSearch } from '../base-case/search-state.ts';

const NO_GROUP: GroupState = { taken: [], failed: [] };

export function groupOf({ search }: RunState, id: string): GroupState {
  return search?.groups[id] ?? NO_GROUP;
}

export function withGroup(state: RunState, id: string, group: GroupState): RunState {
  return withSearch(state, (search) => ({ ...search, groups: hashed({ ...search.groups, [id]: group }) }));
}
