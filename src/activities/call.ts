import { ApplicationFailure, CancelledFailure, cancellationDetails, cancellationSignal } from '@temporalio/activity';
import { DISCARDED, LOG_FORKED } from '../domain/calls.ts';
import type { Event } from '../domain/event.ts';
import { LogFork, type Store } from '../domain/store.ts';
import type { AbortRegistry } from './abort-registry.ts';

/** A call under way, as the work inside it sees it. */
export interface LiveCall<Material = unknown> {
  /** What was read for it. */
  readonly material: Material;
  /** Aborted when the answer is no longer wanted, or when this worker is going down. */
  readonly signal: AbortSignal;
  /** The answer is no longer wanted: what there is of it may be kept as discarded. A worker going down is not that. */
  isRevoked(): boolean;
  /** When this execution began, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * What every call does around its work: events stored before any work (design 5), and an
 * abort that reaches it by the log's news or by the heartbeat, whichever is first.
 */
export async function performCall<Material, Result>(
  { store, aborts }: { readonly store: Store; readonly aborts: AbortRegistry },
  { runId, token, events }: { readonly runId: string; readonly token: string; readonly events: readonly Event[] },
  read: () => Promise<Material>,
  work: (call: LiveCall<Material>) => Promise<Result>,
): Promise<Result> {
  // Abort listeners run outside the activity's context, so what they need is taken here (engine 5.1).
  const cancelled = cancellationSignal();
  const registered = aborts.open(runId, token);
  const isRevoked = () =>
    registered.signal.aborted || (cancelled.aborted && cancellationDetails()?.cancelRequested === true);
  try {
    // Side by side: what is read was stored before this call was scheduled.
    const [material] = await Promise.all([read(), storeEvents(store, runId, events)]);
    return await work({
      material,
      signal: AbortSignal.any([cancelled, registered.signal]),
      isRevoked,
      startedAt: Date.now(),
    });
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason ?? new CancelledFailure('cancelled');
    if (registered.signal.aborted) throw noLongerWanted();
    throw error;
  } finally {
    registered.done();
  }
}

/** Expected, so no failure that anyone should be told of. */
function noLongerWanted(): ApplicationFailure {
  const message = 'The answer is no longer wanted.';
  return ApplicationFailure.create({ message, type: DISCARDED, nonRetryable: true, category: 'BENIGN' });
}

/** Stores what rode on a call. A fork of the log is final; anything else is for Temporal to try again. */
export async function storeEvents(store: Store, runId: string, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  try {
    await store.events.append(runId, events);
  } catch (error) {
    if (error instanceof LogFork) throw ApplicationFailure.nonRetryable(error.message, LOG_FORKED);
    throw error;
  }
}
