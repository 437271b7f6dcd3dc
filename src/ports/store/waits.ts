/** Why a call must not go out now: its endpoint is away, a rate limit is reached, or a cap on what runs may spend. */
export const WAIT_REASONS = ['outage', 'limit', 'cap'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** A call that waits before anything of it was sent. Times in milliseconds since the epoch. */
export interface CallWait {
  /** The token of the call, as its attempt has it. */
  readonly token: string;
  readonly reason: WaitReason;
  /** The endpoint it waits for; left out for a cap. */
  readonly endpoint?: string;
  /** The cap it waits for. */
  readonly cap?: string;
  readonly since: number;
  /** When it is tried next. */
  readonly until: number;
}

/** The calls that wait, one row each. */
export interface Waits {
  /**
   * Notes that a call waits, or goes on waiting. Returns since when: an outage also counts the time since the call's first fault, and
   * goes on where the call went out in between and failed. Notes nothing of a call that the log has discarded, or whose run has ended.
   * `counted` and `phase`: what faults of the call are counted under, as in `Faults.record`.
   */
  begin(
    wait: Omit<CallWait, 'since'> & {
      readonly runId: string;
      readonly counted: string;
      readonly phase: 'generate' | 'judge';
      readonly now: number;
    },
  ): Promise<{ readonly since: number }>;
  /** The calls of a run that wait, the longest first; of calls that are over as well. */
  ofRun(runId: string): Promise<readonly CallWait[]>;
  /** Notes that the request of a call goes out. */
  sent(call: { readonly runId: string; readonly counted: string }): Promise<void>;
}
