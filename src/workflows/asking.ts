import { patched } from '@temporalio/workflow';
import { conditionalSteps } from '../engine.ts';
import type { Plan, StepPlan } from '../model/plan.ts';

/**
 * The plan as the execution goes by it: one that began before R103 goes on to ask a `when` in the call that makes the artifact. Asked once,
 * and only where a step has one, so that the others have no marker in their history.
 */
export function createAsking(): (plan: Plan) => Plan {
  let asksFirst: boolean | undefined;
  return (plan) => {
    if (conditionalSteps(plan).length === 0) return plan;
    asksFirst ??= patched('when-before-all-else');
    return asksFirst ? plan : { ...plan, steps: plan.steps.map(unconditional) };
  };
}

function unconditional(step: StepPlan): StepPlan {
  const { conditional: _, ...rest } = step;
  return rest;
}
