import { type DataGraph, dataGraph } from '../model/graph.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';

const graphs = new WeakMap<Plan, DataGraph>();

/** Who depends on whom in a plan, over every data edge and membership in a group (R64); made once for each plan. */
export function planGraph(plan: Plan): DataGraph {
  const known = graphs.get(plan);
  if (known) return known;
  const made = graphWith(plan, ({ choices }) => choices);
  graphs.set(plan, made);
  return made;
}

/** The same as things stand: what depends on a group that is won depends on the choice that won it, and on no other. */
export function presentGraph(plan: Plan, { search }: RunState): DataGraph {
  if (search === undefined || plan.groups === undefined) return planGraph(plan);
  return graphWith(plan, ({ id, choices }) => {
    const winner = search.groups[id]?.winner;
    return winner === undefined ? choices : [winner];
  });
}

type Group = NonNullable<Plan['groups']>[number];

function graphWith({ steps, groups = [] }: Plan, servedBy: (group: Group) => readonly string[]): DataGraph {
  return dataGraph([
    ...steps.map(({ id, requires, optionalRequires }) => ({ id, dependsOn: [...requires, ...optionalRequires] })),
    ...groups.map((group) => ({ id: group.id, dependsOn: servedBy(group) })),
  ]);
}
