import { cascade, type DataGraph, dataGraph } from '../model/graph.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { type Joint, rulesOf } from './topology.ts';

const graphs = new WeakMap<Plan, DataGraph>();

/** Who depends on whom in a plan, over every data edge and membership in a group (R64); made once for each plan. */
export function planGraph(plan: Plan): DataGraph {
  const known = graphs.get(plan);
  if (known) return known;
  const made = graphWith(plan, rulesOf(plan).joints(plan));
  graphs.set(plan, made);
  return made;
}

/** Who depends on whom as things stand: what depends on a group that is won depends on the choice that won it, and on no other. */
export function presentGraph(plan: Plan, state: RunState): DataGraph {
  const joints = rulesOf(plan).joints(plan, state);
  return joints.length === 0 ? planGraph(plan) : graphWith(plan, joints);
}

/** Whether `step` is `other`, or one of those that `other` depends on, directly or not. */
export function isUpstreamOrSelf(plan: Plan, step: string, other: string): boolean {
  return cascade(planGraph(plan), [step]).has(other);
}

function graphWith({ steps }: Plan, joints: readonly Joint[]): DataGraph {
  return dataGraph([
    ...steps.map(({ id, requires, optionalRequires }) => ({ id, dependsOn: [...requires, ...optionalRequires] })),
    ...joints,
  ]);
}
