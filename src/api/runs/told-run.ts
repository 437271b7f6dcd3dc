/** A run as the views of the topologies are told of it. */
import type { Run } from '../../model/run.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import type { Stored } from '../../stories/topology-view.ts';

type Told = Pick<RunRow, 'record' | 'state'>;

export function runIn({ record: { plan }, state }: Told): Run {
  return { plan, state };
}

/** What lies beside the run's row. */
export function storedOf({ revisions, contents }: Pick<Store, 'revisions' | 'contents'>, { record }: Told): Stored {
  return { document: () => revisions.document(record), texts: (digests) => contents.get(digests) };
}
