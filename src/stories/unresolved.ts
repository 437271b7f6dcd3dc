import { isSettled } from '../core/frontier.ts';
import type { Run } from '../model/run.ts';

/** Ids of the steps that are not settled, in the plan's order, but for those that the run does without. */
export function unresolvedSteps({ plan, state }: Run): readonly string[] {
  return plan.steps.flatMap(({ id, clarification, companionOf }) => {
    const isNeedless = companionOf !== undefined && isSettled(state, companionOf);
    return isSettled(state, id) || clarification === true || isNeedless ? [] : [id];
  });
}
