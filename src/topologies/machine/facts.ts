/** What activities are told of a machine with each call, by ids and numbers: what its variables are made of (R70). */

import { spentOf } from '../../core/spending.ts';
import type { MachineState, TurnRecord } from '../../model/machine-state.ts';
import type { Budgets } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';

export interface MachineFacts {
  readonly state: string;
  /** Turns begun. */
  readonly turns: number;
  /** Digest of what code has set so far, and of what it joins. */
  readonly variables?: string;
  readonly under?: readonly string[];
  readonly begun?: MachineState['begun'];
  readonly recent: readonly TurnRecord[];
  /** The newest accepted artifact of each step, at most `MOST_ARTIFACTS`. */
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

const MOST_ARTIFACTS = 50;

/** Undefined where the run is no machine. */
export function factsOf(run: RunState): MachineFacts | undefined {
  const { machine, steps, usage, budgets, iterations } = run;
  if (!machine) return undefined;
  const spent = spentOf(run);
  const { state, variables, begun, recent, accepted } = machine;
  return {
    state,
    turns: iterations,
    ...(variables && { variables: variables.digest }),
    ...(variables?.under && { under: variables.under }),
    ...(begun && { begun }),
    recent,
    artifacts: Object.entries(steps)
      .flatMap(([step, { artifact }]) => (artifact ? [{ step, ...artifact }] : []))
      .slice(0, MOST_ARTIFACTS),
    accepted,
    attempts: usage.attempts,
    tokens: spent.inputTokens + spent.outputTokens,
    microUsd: spent.microUsd,
    activeMs: usage.activeMs,
    budgets,
  };
}
