import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';

/** The store as one report reads it: the run stands as it was found. */
export function readOnce(store: Store, row: RunRow): Store {
  return {
    ...store,
    runs: { ...store.runs, find: async (id) => (id === row.record.id ? row : store.runs.find(id)) },
  };
}
