import type { MachineState, TurnRecord } from './machine-state.ts';
import type { Budgets } from './plan.ts';

/** What activities are told of a machine with each call, by ids and numbers: what its variables are made of (R70). */
export interface MachineFacts {
  readonly state: string;
  /** Turns begun. */
  readonly turns: number;
  /** Digest of what code has set so far, and of what it joins. */
  readonly variables?: string;
  readonly under?: readonly string[];
  readonly begun?: MachineState['begun'];
  readonly recent: readonly TurnRecord[];
  /** The newest accepted artifact of each step, at most fifty. */
  readonly artifacts: readonly { readonly step: string; readonly id: string; readonly digest: string }[];
  readonly accepted: number;
  readonly attempts: number;
  readonly tokens: number;
  /** Micro-USD; null where a model had no price. */
  readonly microUsd: number | null;
  /** Milliseconds that the run has been running. */
  readonly activeMs: number;
  readonly budgets: Budgets;
}
