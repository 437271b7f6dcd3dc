import type { Plan, StepPlan } from '../../model/plan.ts';

const orders = new WeakMap<Plan, readonly StepPlan[]>();

/** In declared order, but those that most others wait for come first (S1-5-b). */
export function inOrder(plan: Plan): readonly StepPlan[] {
  const known = orders.get(plan);
  if (known) return known;
  const dependents = new Map<string, number>();
  for (const { requires, optionalRequires } of plan.steps)
    for (const id of [...requires, ...optionalRequires]) dependents.set(id, (dependents.get(id) ?? 0) + 1);
  const count = ({ id, orGroup = '' }: StepPlan) => (dependents.get(id) ?? 0) + (dependents.get(orGroup) ?? 0);
  const order = plan.steps.toSorted((a, b) => count(b) - count(a));
  orders.set(plan, order);
  return order;
}
