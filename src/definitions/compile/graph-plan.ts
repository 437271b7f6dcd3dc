import { haltingBound } from '../../core/bound.ts';
import { PLAN_SCHEMA, type PlanBase } from '../../model/plan.ts';
import type { Sketch } from '../parse/sketch.ts';
import { compileBudgets } from '../schema/budgets.ts';
import type { Definition } from '../schema/definition.ts';
import { groupsIn } from '../topology-document.ts';
import { type Edges, edgesOf } from './edges.ts';
import { boundedSteps, edgesIn, stepPlan } from './step-plan.ts';

/** What the plan of a graph of steps has, of which each may run once what it requires is accepted; topologies compile the rest over it. */
export function graphPlan(
  definition: Definition,
  { defaultModel, sketch }: { readonly defaultModel: string | undefined; readonly sketch: Sketch },
): Omit<PlanBase, 'definition'> {
  const edges = edgesById(definition, sketch);
  const steps = definition.steps.map((step) => stepPlan(definition, step, edgesIn(edges, step.id), defaultModel));
  return {
    schema: PLAN_SCHEMA,
    tellsPrograms: true,
    steps,
    goal: goalOf(definition),
    budgets: compileBudgets(definition.budgets),
    bound: haltingBound(boundedSteps(definition, steps)),
  };
}

/** The goal as written, else every step that is not optional. */
export function goalOf({ goal, steps }: Definition): readonly string[] {
  return goal === undefined
    ? steps.filter((step) => step.optional !== true).map((step) => step.id)
    : [...new Set(goal)];
}

/** The data edges of every step, to steps and groups, by its id (R64). */
export function edgesById(definition: Definition, sketch: Sketch): ReadonlyMap<string, Edges> {
  const ids = new Set([...definition.steps.map((step) => step.id), ...groupsIn(definition).map(({ id }) => id)]);
  return new Map(sketch.steps.map((step) => [step.id ?? '', edgesOf(step, ids)]));
}
