import { CancellationScope } from '@temporalio/workflow';
import { flush, flushOptions } from './activity-proxies.ts';
import { lightPart, type Outbox } from './outbox.ts';

/** Stores events that no call carries. */
export interface Storing {
  readonly isUnderWay: boolean;
  /** What no retry mends, of a flush or a call: it fails the execution. */
  readonly broken: unknown;
  fail(error: unknown): void;
  /** Begins to store everything that waits, beside the loop. */
  begin(): void;
  /** Stores everything that waits. */
  all(): Promise<void>;
}

export function createStoring(runId: string, outbox: Outbox, wake: () => void): Storing {
  let isUnderWay = false;
  let broken: unknown;
  const all = async () => {
    for (let events = outbox.pending(); events.length > 0; events = outbox.pending()) {
      const part = lightPart(events);
      await flush.executeWithOptions(flushOptions(), [{ runId, events: part }]);
      outbox.acknowledge(part.at(-1)?.seq ?? 0);
    }
  };
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    get broken() {
      return broken;
    },
    fail(error) {
      broken = error;
      wake();
    },
    begin() {
      isUnderWay = true;
      void CancellationScope.nonCancellable(all)
        .catch((error: unknown) => {
          broken = error;
        })
        .finally(() => {
          isUnderWay = false;
          wake();
        });
    },
    all,
  };
}
