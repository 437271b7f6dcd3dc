import type { StepPlan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';

/** What the states are told by. */
type Placed = Pick<StepPlan, 'inStates' | 'clarification'>;

/** Whether a step runs in a state; one that names none runs in all, but for what finds out what words mean (R86). */
export function runsIn({ inStates, clarification }: Placed, state: string): boolean {
  return clarification !== true && (inStates === undefined || inStates.includes(state));
}

/** Whether a step may run where the run stands: anywhere, but in a machine only in its own states. */
export function isHere(step: Placed, { own }: Pick<RunState, 'own'>): boolean {
  return own.kind !== 'machine' || runsIn(step, own.state);
}

/**
 * The most generations of one turn (R76): over the states, the code steps that match, each once, and the attempts of the one other
 * step that ends the turn.
 */
export function mostPerTurn(
  states: readonly string[],
  steps: readonly (Placed & Pick<StepPlan, 'kind' | 'attempts'>)[],
): number {
  return Math.max(0, ...states.map((state) => generationsIn(steps.filter((step) => runsIn(step, state)))));
}

function generationsIn(steps: readonly Pick<StepPlan, 'kind' | 'attempts'>[]): number {
  const code = steps.filter(({ kind }) => kind === 'code').length;
  return code + Math.max(0, ...steps.flatMap(({ kind, attempts }) => (kind === 'code' ? [] : [attempts])));
}
