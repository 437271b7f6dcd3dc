/** What the workflow knows of a state machine: names and numbers, no condition and no text (design 4). */
export interface MachinePlan {
  readonly states: readonly string[];
  readonly initial: string;
  /** The run is complete in these (R53). */
  readonly finals: readonly string[];
  /** As declared, for views; `*` in `from` is any state. None: any move. */
  readonly transitions: readonly {
    readonly from: readonly string[];
    readonly to: string;
    /** It has a condition. */
    readonly conditional?: true;
  }[];
  /** The most generations of one turn (R76). */
  readonly perTurn: number;
}
