/** One journey back upstream (level 2), and what became of it. Derived from the log, never stored. */
export interface Backtrack {
  /** Of its `backtrack.started`. */
  readonly seq: number;
  /** The step that failed, in the epoch that failed, and the guard that it failed at. */
  readonly step: string;
  readonly epoch: number;
  readonly guard: string;
  readonly targets: readonly string[];
  /** The steps that were undone beside the failing one, in the plan's order: their number is the depth of the cascade. */
  readonly undone: readonly string[];
  /** Target → whether what it made anew differs from what it had made; absent while it has made nothing anew. */
  readonly changed: Readonly<Record<string, boolean>>;
  /** Whether the failing step then passed by itself; absent while that is open. */
  readonly recovered?: boolean;
  /** The guard that rejected the failing step last, where it did not recover. */
  readonly failedAt?: string;
}
