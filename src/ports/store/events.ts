import type { Event } from '../../model/event.ts';

export interface EventLog {
  /**
   * Stores what is new of a dense batch, folds it into the views in the same transaction and notifies. Idempotent on (run, seq).
   * Throws `LogFork` when other content lies under a number, or when the batch would leave a hole.
   */
  append(runId: string, events: readonly Event[]): Promise<void>;
  /** Events after a seq, oldest first. */
  read(runId: string, after: number, limit: number): Promise<readonly Event[]>;
  /** Resolves when the run's log has this seq, or false after so many milliseconds. */
  waitFor(runId: string, seq: number, timeout: number): Promise<boolean>;
  /** Hears of every batch stored by any process. `tokens` are those the batch discarded. The answer ends the subscription. */
  subscribe(
    listener: (news: { readonly runId: string; readonly seq: number; readonly tokens: readonly string[] }) => void,
  ): () => void;
  /** Those of these calls whose token the log has discarded: for a listener that may have missed news. A token is unique in its run only. */
  discarded<Call extends { readonly runId: string; readonly token: string }>(
    calls: readonly Call[],
  ): Promise<readonly Call[]>;
}

/** What event streams read; they are many and long, so they have connections of their own (R118). */
export interface EventStreams {
  /** As of the log. */
  read: EventLog['read'];
  /** Whether the log has nothing after this seq and its run is closed, or is none at all. */
  isOver(runId: string, seq: number): Promise<boolean>;
}
