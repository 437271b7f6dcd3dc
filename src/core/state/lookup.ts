import type { Plan, StepPlan } from '../../model/plan.ts';
import { NEW_STEP, type RunState, type StepState } from '../../model/run-state.ts';

export function planOf(plan: Plan, id: string): StepPlan {
  const found = indexOf(plan).get(id);
  if (!found) throw new Error(`the plan has no step ${id}`);
  return found;
}

export function stateOf(state: RunState, id: string): StepState {
  return state.steps[id] ?? NEW_STEP;
}

const indexes = new WeakMap<Plan, ReadonlyMap<string, StepPlan>>();

function indexOf(plan: Plan): ReadonlyMap<string, StepPlan> {
  const known = indexes.get(plan);
  if (known) return known;
  const made = new Map(plan.steps.map((step) => [step.id, step]));
  indexes.set(plan, made);
  return made;
}
