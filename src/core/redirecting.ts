import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { isSettled } from './frontier.ts';

/** Whether what a redirect in free words means is being found out. */
export function isRedirecting(state: RunState, steps: Plan['steps']): boolean {
  if (state.redirecting !== undefined) return true;
  return steps.some(
    ({ id, clarification }) => clarification === true && Object.hasOwn(state.steps, id) && !isSettled(state, id),
  );
}
