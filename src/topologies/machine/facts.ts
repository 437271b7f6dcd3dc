import { spentOf } from '../../core/spending.ts';
import type { MachineFacts } from '../../model/machine-facts.ts';
import type { RunState } from '../../model/run-state.ts';
import { standingOf } from './machine-in.ts';

const MOST_ARTIFACTS = 50;

/** Undefined where the run is no machine. */
export function factsOf(run: RunState): MachineFacts | undefined {
  const machine = standingOf(run);
  const { steps, usage, budgets, iterations } = run;
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
