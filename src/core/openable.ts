import type { Plan, StepPlan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { isNeedless, isReady } from './frontier.ts';
import { stateOf } from './state/lookup.ts';
import { rulesOf } from './topology.ts';

/** Whether nothing that it depends on keeps the step from beginning, or from going on with another attempt. */
export function isOpenable(plan: Plan, state: RunState, step: StepPlan): boolean {
  const { sigma, call, escalation, open: isBegun, attempt, allowed } = stateOf(state, step.id);
  if (sigma !== 'unsatisfied' || call || escalation || step.decomposedBy !== undefined) return false;
  // Whatever led here: an epoch makes no more than it is allowed (R1).
  if (isBegun && attempt >= allowed) return false;
  if (isNeedless(state, step)) return false;
  return isReady(state, step) && rulesOf(plan).counts({ plan, state }, step);
}
