import { branchesOf, isLeaf, leafId, leavesOf } from '../guard-tree.ts';
import { asksModel, PLAN_SCHEMA, type Plan, type StepPlan, type StepTimeouts } from '../plan.ts';
import { PROPOSAL_GUARD } from '../redirects/proposal-guard.ts';
import { haltingBound } from './bound.ts';
import { compileBudgets } from './budgets.ts';
import type { Definition, StepDefinition } from './definition.ts';
import { milliseconds } from './durations.ts';
import { type Edges, edgesOf } from './edges.ts';
import { mergeModels } from './model.ts';
import { attemptsOf, backtracksOf, exhaustionOf } from './recovery.ts';
import { recoveryPlan } from './recovery-plan.ts';
import { type Sketch, sketchOf } from './sketch.ts';

const TIMEOUTS: StepTimeouts = { generate: 120_000, guard: 60_000, infra: 600_000 };

/**
 * What the workflow knows of a definition that `checkDefinition` has accepted: defaults written out, durations in milliseconds,
 * every data edge of R64. The bound takes the written policies (R26).
 */
export function compilePlan(
  definition: Definition,
  defaultModel?: string,
  sketch = sketchOf(definition),
): Omit<Plan, 'definition'> {
  const edges = edgesById(definition, sketch);
  const steps = definition.steps.map((step) => stepPlan(definition, step, edgesIn(edges, step.id), defaultModel));
  return {
    schema: PLAN_SCHEMA,
    topology: 'dag',
    steps,
    goal: goalOf(definition),
    budgets: compileBudgets(definition.budgets),
    bound: boundOf(definition, steps),
  };
}

/** The goal as written, else every step that is not optional. */
export function goalOf({ goal, steps }: Definition): readonly string[] {
  return goal === undefined
    ? steps.filter((step) => step.optional !== true).map((step) => step.id)
    : [...new Set(goal)];
}

function stepPlan(definition: Definition, step: StepDefinition, edges: Edges, defaultModel?: string): StepPlan {
  return {
    id: step.id,
    kind: step.generator.kind,
    ...edges,
    ...(step.guardArtifacts && { guardArtifacts: step.guardArtifacts }),
    attempts: attemptsOf(step.generator.kind, { ...definition.defaults, ...step.recovery }),
    onExhausted: exhaustionOf(step, definition.defaults),
    optional: step.optional ?? false,
    ...(step.approval === true && { approval: true }),
    ...(leavesOf(step.guard).some(({ use }) => use === PROPOSAL_GUARD) && { clarification: true }),
    resources: [...new Set(step.resources)],
    model: modelLabel(definition, step, defaultModel),
    guard: isLeaf(step.guard) ? leafId(step.guard) : branchesOf(step.guard).kind,
    timeouts: timeoutsOf(step),
    recovery: recoveryPlan(step.generator.kind, { ...definition.defaults, ...step.recovery }),
  };
}

function boundOf(definition: Definition, plans: readonly StepPlan[]): number {
  return haltingBound(
    plans.map((plan, index) => ({
      id: plan.id,
      dependsOn: [...plan.requires, ...plan.optionalRequires],
      attempts: plan.attempts,
      ...backtracksOf({ ...definition.defaults, ...definition.steps[index]?.recovery }),
    })),
  );
}

function modelLabel(definition: Definition, step: StepDefinition, defaultModel?: string): string {
  if (!asksModel(step.generator.kind)) return step.generator.kind;
  return mergeModels([definition.model, step.model], defaultModel).name ?? step.generator.kind;
}

function timeoutsOf({ timeouts = {}, generator }: StepDefinition): StepTimeouts {
  const { generate, guard, infra } = timeouts;
  const decision = generator.kind === 'human' ? (generator.expiresIn ?? timeouts.decision) : timeouts.decision;
  return {
    generate: generate === undefined ? TIMEOUTS.generate : milliseconds(generate),
    guard: guard === undefined ? TIMEOUTS.guard : milliseconds(guard),
    infra: infra === undefined ? TIMEOUTS.infra : milliseconds(infra),
    ...(decision !== undefined && { decision: milliseconds(decision) }),
  };
}

function edgesById(definition: Definition, sketch: Sketch): ReadonlyMap<string, Edges> {
  const ids = new Set(definition.steps.map((step) => step.id));
  return new Map(sketch.steps.map((step) => [step.id ?? '', edgesOf(step, ids)]));
}

function edgesIn(edges: ReadonlyMap<string, Edges>, id: string): Edges {
  return edges.get(id) ?? { requires: [], optionalRequires: [] };
}
