import type { Event } from '../model/event.ts';
import { DISCARDED, LOG_FORKED } from '../ports/calls.ts';
import { CallOver } from '../ports/guard-port.ts';
import type { Look } from '../ports/store/calls.ts';
import { LogFork } from '../ports/store/errors.ts';
import type { CallStore } from '../ports/store/store.ts';
import type { AbortRegistry } from './abort-registry.ts';
import { CallFailure } from './call-failure.ts';
import type { Execution, Running } from './execution.ts';

/** A call under way, as the work inside it sees it. */
export interface LiveCall<Material = unknown> extends Pick<Execution, 'attempt' | 'now'> {
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
 * What every call does around its work: `open` stores its events and reads its material before any work (design 5), and an abort
 * reaches it by the log's notification or by the heartbeat, whichever is first.
 */
export async function performCall<Material, Result>(
  { aborts, execution }: Running & { readonly aborts: AbortRegistry },
  { runId, token }: { readonly runId: string; readonly token: string },
  open: () => Promise<Material>,
  work: (call: LiveCall<Material>) => Promise<Result>,
): Promise<Result> {
  const { attempt, cancelled, isRevoked, now } = execution();
  const registered = aborts.open(runId, token);
  try {
    return await work({
      material: await open(),
      signal: AbortSignal.any([cancelled, registered.signal]),
      isRevoked: () => registered.signal.aborted || isRevoked(),
      attempt,
      now,
      startedAt: now(),
    });
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    if (registered.signal.aborted || error instanceof CallOver) throw noLongerWanted();
    throw error;
  } finally {
    registered.done();
  }
}

/** Expected, so no failure that anyone should be told of. */
function noLongerWanted(): CallFailure {
  return new CallFailure('The answer is no longer wanted.', { type: DISCARDED, final: true, expected: true });
}

/** Stores what rode on a call. */
export async function storeEvents(
  store: Pick<CallStore, 'events'>,
  runId: string,
  events: readonly Event[],
): Promise<void> {
  if (events.length > 0) await store.events.append(runId, events).catch(forked);
}

/** The same for a call that is opened by it; undefined where nothing rides on it. */
export function storingEvents(
  store: Pick<CallStore, 'events'>,
  { runId, events }: { readonly runId: string; readonly events: readonly Event[] },
): ((look?: Look) => Promise<void>) | undefined {
  return events.length === 0 ? undefined : (look) => store.events.append(runId, events, look).catch(forked);
}

/** A fork of the log is final; anything else is for whoever runs the call to try again. */
export function forked(error: unknown): never {
  if (error instanceof LogFork) throw new CallFailure(error.message, { type: LOG_FORKED, final: true });
  throw error;
}
