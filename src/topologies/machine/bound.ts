/** The halting bound of a machine as its run stands (R76): it follows `maxIterations`, which a start or a person may set. */

import type { MachinePlan } from '../../model/machine-plan.ts';
import type { Plan, StepPlan } from '../../model/plan.ts';
import { NEW_STEP, type RunState } from '../../model/run-state.ts';
import { standingOf } from './machine-in.ts';
import { runsIn } from './per-turn.ts';
import { nextInTurn } from './turn.ts';

export function machineBound({ perTurn }: MachinePlan, { budgets, iterations }: RunState): number {
  return perTurn * Math.max(iterations, budgets.maxIterations ?? 0);
}

/** What the turns to come and the rest of the present one can still begin. */
export function machineRemaining(plan: Plan, { perTurn }: MachinePlan, state: RunState): number {
  const { budgets, iterations } = state;
  return (
    perTurn * Math.max(0, (budgets.maxIterations ?? 0) - iterations) +
    leftInTurn(plan, state) +
    leftInWords(plan, state)
  );
}

/** What finds out what a person's words mean runs in no turn. */
function leftInWords({ steps }: Plan, state: RunState): number {
  const asked = steps.filter(({ id, clarification }) => clarification === true && isUnsettled(state, id));
  return asked.reduce((sum, step) => sum + leftInEpoch(step, state), 0);
}

function isUnsettled({ steps }: RunState, id: string): boolean {
  return (steps[id] ?? NEW_STEP).sigma === 'unsatisfied';
}

function leftInTurn(plan: Plan, state: RunState): number {
  const machine = standingOf(state);
  if (!machine || !nextInTurn(plan, machine)) return 0;
  const done = [...machine.ran, ...machine.passedOver, ...machine.skipped];
  const here = plan.steps.filter((step) => runsIn(step, machine.state) && !done.includes(step.id));
  const code = here.filter(({ kind }) => kind === 'code').map((step) => leftInEpoch(step, state));
  const others = here.filter(({ kind }) => kind !== 'code');
  // The one that has begun ends the turn.
  const begun = others.filter(({ id }) => (state.steps[id] ?? NEW_STEP).open);
  const ending = (begun.length > 0 ? begun : others).map((step) => leftInEpoch(step, state));
  return code.reduce((sum, left) => sum + left, 0) + Math.max(0, ...ending);
}

/** One that waits for a person because it failed goes on only when that person says so. */
function leftInEpoch({ id, attempts }: StepPlan, { steps, escalations }: RunState): number {
  const { sigma, open, allowed, attempt, escalation } = steps[id] ?? NEW_STEP;
  if (escalation !== undefined && escalations[escalation]?.branch !== true) return 0;
  if (open) return allowed - attempt;
  return sigma === 'unsatisfied' ? allowed || attempts : attempts;
}
