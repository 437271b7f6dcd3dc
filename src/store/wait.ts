import type { RunHead } from '../ports/store/events.ts';
import type { WatchedRuns } from './log/watched-runs.ts';

/** How long somebody waits, in milliseconds, and the signal that he wants to know no more. */
interface Patience {
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves true as soon as the head of a run is so; false when the time is over or nobody waits any more. An undefined head: there is no
 * such run. Throws `StoreUnavailable` when the log cannot be asked.
 */
export async function waitUntilSo(
  runs: Pick<WatchedRuns, 'watch'>,
  runId: string,
  isSo: (head: RunHead | undefined) => boolean,
  { timeout, signal }: Patience,
): Promise<boolean> {
  if (timeout <= 0 || signal?.aborted) return false;
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const timer = setTimeout(giveUp, timeout).unref();
  signal?.addEventListener('abort', giveUp, { once: true });
  const end = runs.watch(runId, { hear: (head) => isSo(head) && resolve(true), fail: reject });
  try {
    return await promise;
  } finally {
    end();
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The same for a number in its log, with a last look when the time is over. */
export async function waitForSeq(runs: WatchedRuns, runId: string, seq: number, timeout: number): Promise<boolean> {
  const hasIt = (head: RunHead | undefined) => (head?.seq ?? 0) >= seq;
  return (await waitUntilSo(runs, runId, hasIt, { timeout })) || hasIt(await runs.look(runId));
}
