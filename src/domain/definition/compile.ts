import { DRAFT_GUARD } from '../and-or/alignment-draft.ts';
import { compileAndOr } from '../and-or/compile.ts';
import { writtenGroups } from '../and-or/groups.ts';
import { branchesOf, isLeaf, leafId, leavesOf } from '../guard-tree.ts';
import { PLAN_SCHEMA, type Plan, type StepPlan, type StepTimeouts } from '../plan.ts';
import { PROPOSAL_GUARD } from '../redirects/proposal-guard.ts';
import { type BoundedStep, haltingBound } from './bound.ts';
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
  const topology = definition.topology ?? 'dag';
  const edges = edgesById(definition, sketch);
  if (topology === 'and-or') return compileAndOr(definition, edges, defaultModel);
  const steps = definition.steps.map((step) => stepPlan(definition, step, edgesIn(edges, step.id), defaultModel));
  return {
    schema: PLAN_SCHEMA,
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

export function stepPlan(definition: Definition, step: StepDefinition, edges: Edges, defaultModel?: string): StepPlan {
  return {
    id: step.id,
    kind: step.generator.kind,
    ...edges,
    ...(step.guardArtifacts && { guardArtifacts: step.guardArtifacts }),
    attempts: attemptsOf(step.generator.kind, { ...definition.defaults, ...step.recovery }),
    onExhausted: exhaustionOf(step, definition.defaults),
    optional: step.optional ?? false,
    ...(step.approval === true && { approval: true }),
    ...(leavesOf(step.guard).some(({ use }) => use === PROPOSAL_GUARD || use === DRAFT_GUARD) && {
      clarification: true,
    }),
    resources: [...new Set(step.resources)],
    model: modelLabel(definition, step, defaultModel),
    guard: isLeaf(step.guard) ? leafId(step.guard) : branchesOf(step.guard).kind,
    timeouts: timeoutsOf(step),
    recovery: recoveryPlan(step.generator.kind, { ...definition.defaults, ...step.recovery }),
  };
}

/** The steps as the bound sees them, in the plan's order. */
export function boundedSteps(definition: Definition, plans: readonly StepPlan[]): readonly BoundedStep[] {
  const written = new Map(definition.steps.map((step) => [step.id, step] as const));
  return plans.map((plan) => ({
    id: plan.id,
    dependsOn: [...plan.requires, ...plan.optionalRequires],
    attempts: plan.attempts,
    ...backtracksOf({ ...definition.defaults, ...written.get(plan.id)?.recovery }),
  }));
}

function modelLabel(definition: Definition, step: StepDefinition, defaultModel?: string): string {
  if (step.generator.kind !== 'llm') return step.generator.kind;
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
  const ids = new Set([...definition.steps.map((step) => step.id), ...writtenGroups(definition).map(({ id }) => id)]);
  return new Map(sketch.steps.map((step) => [step.id ?? '', edgesOf(step, ids)]));
}

export function edgesIn(edges: ReadonlyMap<string, Edges>, id: string): Edges {
  return edges.get(id) ?? { requires: [], optionalRequires: [] };
}
