import { log } from '@temporalio/activity';
import type { FlushInput } from '../ports/calls.ts';
import { StoreUnavailable } from '../ports/store/errors.ts';
import type { CallStore } from '../ports/store/store.ts';
import { storeEvents } from './call.ts';

/**
 * Stores the events that no call under way carries (design 5, projections). It belongs to no step, so an error of our own asks nobody:
 * it is logged and tried again (R117).
 */
export function createFlushActivity(store: CallStore) {
  return async ({ runId, events }: FlushInput): Promise<void> => {
    try {
      await storeEvents(store, runId, events);
    } catch (error) {
      if (!(error instanceof StoreUnavailable))
        log.error('events of a run could not be stored; this is tried again', { runId, err: error });
      throw error;
    }
  };
}
