import type { FlushInput } from '../domain/calls.ts';
import type { Store } from '../domain/store.ts';
import { storeEvents } from './call.ts';

/** Stores the events that no call under way carries (design 5, projections). */
export function createFlushActivity(store: Store) {
  return async ({ runId, events }: FlushInput): Promise<void> => storeEvents(store, runId, events);
}
