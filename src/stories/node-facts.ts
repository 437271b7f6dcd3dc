import { stateOf } from '../core/state/lookup.ts';
import type { StepPlan } from '../model/plan.ts';
import { openEscalations, type RunState } from '../model/run-state.ts';

/** The attempts of a step's present epoch, or of its first one where none is open yet. */
export function attemptsOf({ id, attempts }: StepPlan, state: RunState): { used: number; allowed: number } {
  const { attempt, allowed } = stateOf(state, id);
  return { used: attempt, allowed: allowed || attempts };
}

/** A person is asked about one of these steps. */
export function isAsked(state: RunState, steps: readonly string[]): boolean {
  return openEscalations(state).some(({ step }) => step !== undefined && steps.includes(step));
}
