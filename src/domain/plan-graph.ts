import { type DataGraph, dataGraph } from './dependents.ts';
import type { Plan } from './plan.ts';

const graphs = new WeakMap<Plan, DataGraph>();

/** Who depends on whom in a plan, over every data edge (R64); made once for each plan. */
export function planGraph(plan: Plan): DataGraph {
  const known = graphs.get(plan);
  if (known) return known;
  const steps = plan.steps.map(({ id, requires, optionalRequires }) => ({
    id,
    dependsOn: [...requires, ...optionalRequires],
  }));
  const made = dataGraph(steps);
  graphs.set(plan, made);
  return made;
}
