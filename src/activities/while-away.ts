import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../ports/store.ts';

/** Milliseconds that a call holds what it has (R100), and between two tries. */
const LONGEST = 15 * 60_000;
const PAUSE = 500;

/**
 * Writes what was paid for, again and again while the store is away: for as long as R100 says, or until it is no longer wanted. Throws
 * what `write` throws, `StoreUnavailable` only then.
 */
export async function whileAway<Stored>(write: () => Promise<Stored>, signal?: AbortSignal): Promise<Stored> {
  const until = Date.now() + LONGEST;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || signal?.aborted === true || Date.now() >= until) throw error;
      await wait(PAUSE, undefined, signal && { signal }).catch(() => undefined);
    }
  }
}
