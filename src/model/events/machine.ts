/** The turns of a state machine, and its moves. */
export type MachineEvent =
  /** An iteration of a machine (R72). `skipped`: steps that run in other states only, at most 50. */
  | {
      readonly type: 'turn.started';
      readonly turn: number;
      readonly state: string;
      readonly skipped: readonly { readonly step: string; readonly reason: 'state_condition' }[];
    }
  /**
   * `refused`: no transition permits the move, and the machine stays. `fallback`: a rule decided, for want of a model. Without a step a
   * person moved it, `by` name: the turn under way is discarded, and the steps that were given up are back (R89).
   */
  | {
      readonly type: 'machine.transitioned';
      readonly step?: string;
      readonly by?: string;
      readonly from: string;
      readonly to: string;
      readonly refused?: true;
      readonly fallback?: true;
    };
