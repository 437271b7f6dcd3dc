import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';

/** The store as one report reads it: the run stands as it was found, and the document that it goes by is read once. */
export function readOnce(store: Store, row: RunRow): Store {
  let document: Promise<unknown> | undefined;
  return {
    ...store,
    runs: { ...store.runs, find: async (id) => (id === row.record.id ? row : store.runs.find(id)) },
    revisions: {
      ...store.revisions,
      document: (record) =>
        record.id === row.record.id
          ? (document ??= store.revisions.document(record))
          : store.revisions.document(record),
    },
  };
}
