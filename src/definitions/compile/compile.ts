import { haltingBound } from '../../engine.ts';
import { PLAN_SCHEMA, type Plan } from '../../model/plan.ts';
import { compileAndOr } from '../../topologies/and-or/document/compile.ts';
import { writtenGroups } from '../../topologies/and-or/document/groups.ts';
import { type Sketch, sketchOf } from '../parse/sketch.ts';
import { compileBudgets } from '../schema/budgets.ts';
import type { Definition } from '../schema/definition.ts';
import { type Edges, edgesOf } from './edges.ts';
import { boundedSteps, edgesIn, stepPlan } from './step-plan.ts';

/**
 * What the workflow knows of a definition that `checkDefinition` has accepted: defaults written out, durations in milliseconds,
 * every data edge of R64. The bound takes the written policies (R26).
 */
export function compilePlan(
  definition: Definition,
  defaultModel?: string,
  sketch = sketchOf(definition),
): Omit<Plan, 'definition'> {
  const topology = definition.topology ?? 'dag';
  const edges = edgesById(definition, sketch);
  if (topology === 'and-or') return compileAndOr(definition, edges, defaultModel);
  const steps = definition.steps.map((step) => stepPlan(definition, step, edgesIn(edges, step.id), defaultModel));
  return {
    schema: PLAN_SCHEMA,
    tellsPrograms: true,
    topology,
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

function edgesById(definition: Definition, sketch: Sketch): ReadonlyMap<string, Edges> {
  const ids = new Set([...definition.steps.map((step) => step.id), ...writtenGroups(definition).map(({ id }) => id)]);
  return new Map(sketch.steps.map((step) => [step.id ?? '', edgesOf(step, ids)]));
}
