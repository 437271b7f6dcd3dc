/** What the workflow knows of a state machine: names and numbers, no condition and no text (design 4). */
export interface MachinePlan {
  readonly states: readonly string[];
  readonly initial: string;
  /** The run is complete in these (R53), where it has no base case (R88). */
  readonly finals: readonly string[];
  /** As declared, for views; `*` in `from` is any state. None: any move. */
  readonly transitions: readonly {
    readonly from: readonly string[];
    readonly to: string;
    /** It has a condition. */
    readonly conditional?: true;
  }[];
  /** It ends as R88 says: absent in plans from before, whose runs were complete where nothing was left to run. */
  readonly endsAsDeclared?: true;
  /** The most generations of one turn (R76). */
  readonly perTurn: number;
}
