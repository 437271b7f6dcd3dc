import type { Event } from '../../model/event.ts';
import type { RunStatus } from '../../model/events/run.ts';
import type { Look } from './calls.ts';

/** How far a run's log has come, and the status that it has by it. */
export interface RunHead {
  readonly seq: number;
  readonly status: RunStatus;
}

/** Somebody who wants to know how far a run has come. */
export interface RunWatcher {
  /** First how it stands, then whenever it has come further. Undefined: there is no such run. */
  hear(head: RunHead | undefined): void;
  /** The log could not be asked, so notifications may be missing. */
  fail(error: unknown): void;
}

export interface EventLog {
  /**
   * Stores what is new of a dense batch, folds it into the views in the same transaction and notifies. Idempotent on (run, seq).
   * Throws `LogFork` when other content lies under a number, or when the batch would leave a hole. `look`: what the statement that
   * stores the batch is to read beside; it hears nothing where nothing had to be stored.
   */
  append(runId: string, events: readonly Event[], look?: Look): Promise<void>;
  /** Events after a seq, oldest first. */
  read(runId: string, after: number, limit: number): Promise<readonly Event[]>;
  /** Resolves when the run's log has this seq, or false after so many milliseconds. Throws `StoreUnavailable`. */
  waitFor(runId: string, seq: number, timeout: number): Promise<boolean>;
  /**
   * Resolves when what is known of a run is so, or false after so many milliseconds or when the signal is aborted. Undefined: there is
   * no such run. What is not so yet costs no statement. Throws `StoreUnavailable`.
   */
  waitUntil(
    runId: string,
    isSo: (head: RunHead | undefined) => boolean,
    timeout: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Tells how far a run has come, whichever process stored it, without a statement of its own. The answer ends the watch. */
  watch(runId: string, watcher: RunWatcher): () => void;
  /** Hears of every batch stored by any process. `tokens` are those the batch discarded. The answer ends the subscription. */
  subscribe(
    listener: (notification: {
      readonly runId: string;
      readonly seq: number;
      readonly status: RunStatus;
      readonly tokens: readonly string[];
    }) => void,
  ): () => void;
  /** Those of these calls whose token the log has discarded: for a listener that may have missed a notification. A token is unique in its run only. */
  discarded<Call extends { readonly runId: string; readonly token: string }>(
    calls: readonly Call[],
  ): Promise<readonly Call[]>;
}

/** What event streams read; they are many and long, so they have connections of their own (R118). */
export interface EventStreams {
  /** As of the log. */
  read: EventLog['read'];
}
