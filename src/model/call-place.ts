/** Whose call to a model this is. Simulated endpoints answer by it; others are never told (running 4). */
export interface CallPlace {
  readonly runId: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** The ordinal over all epochs (R25). */
  readonly n: number;
  /** Faults that the call has already met: of the provider, or errors of the guard that asks. */
  readonly faults: number;
}
