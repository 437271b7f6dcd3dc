import { haltingBound } from '../../../core/bound.ts';
import { edgesById } from '../../../definitions/compile/graph-plan.ts';
import { boundedSteps, edgesIn, stepPlan } from '../../../definitions/compile/step-plan.ts';
import type { Sketch } from '../../../definitions/parse/sketch.ts';
import { compileBudgets, SEARCH_DEFAULTS } from '../../../definitions/schema/budgets.ts';
import type { Definition, StepDefinition } from '../../../definitions/schema/definition.ts';
import type { GroupDefinition } from '../../../definitions/schema/group.ts';
import type { Objective } from '../../../definitions/schema/objective.ts';
import { attemptsOf } from '../../../definitions/schema/recovery.ts';
import type { WrittenGroup } from '../../../definitions/schema/subject.ts';
import { leavesOfBaseCase } from '../../../definitions/scope/base-case-leaves.ts';
import type { ReadDefinition } from '../../../definitions/topology-document.ts';
import { type Compiled, type GroupPlan, type OnInfeasible, PLAN_SCHEMA, type StepPlan } from '../../../model/plan.ts';
import { compileBaseCase, compileVerification } from '../../base-case/compile.ts';
import { limitsAmong, missingFrom } from '../../base-case/objective.ts';
import { proposerOf } from '../../decomposition/decompose.ts';
import { DEFAULT_MAX_CHILDREN } from '../../decomposition/proposal.ts';
import { costOfSwaps, mostSwaps, sharesAmong, stepsAmong, withShares } from '../shares.ts';
import { standingOf } from '../standing.ts';
import { timesTakenAgain } from '../taken-again.ts';
import { type Branching, compileGroups } from './compile-groups.ts';
import { probeOf } from './exploration.ts';
import { writtenGroups } from './groups.ts';
import { preparingStepsOf } from './preparing-steps.ts';

/** The plan of an and-or graph (design 3.1): groups, branches, base case, and what is missing before a run may start. */
export function compileAndOr(
  { definition }: ReadDefinition,
  { defaultModel, sketch }: { readonly defaultModel: string | undefined; readonly sketch: Sketch },
): Compiled {
  const edges = edgesById(definition, sketch);
  const objective: Objective = definition.objective ?? {};
  const written = writtenGroups(definition);
  const { groups, branches } = compileGroups(written, optionsOf(definition), edges, neededOf(definition));
  const steps = definition.steps.flatMap((step) => {
    const plan = {
      ...stepPlan(definition, step, edgesIn(edges, step.id), defaultModel),
      ...placeIn(step.id, written, branches),
      ...(step.role === 'worker' && { worker: true as const }),
    };
    return withPreparingSteps(definition, step, plan, defaultModel);
  });
  const work = steps.filter(({ clarification }) => clarification !== true);
  const missing = missingFrom(objective, work.length);
  const parts = partsIn(definition, steps);
  const budgets = compileBudgets({ ...limitsAmong(objective), ...definition.budgets }, SEARCH_DEFAULTS);
  const shared = withShares(groups, steps, parts);
  return {
    schema: PLAN_SCHEMA,
    tellsPrograms: true,
    topology: 'and-or',
    steps,
    goal: goalItems(definition, groups, branches),
    budgets,
    bound: boundOf(definition, steps, shared, parts) + costOfSwaps(shared, mostSwaps(shared, budgets)),
    ...(shared.length > 0 && { groups: shared }),
    ...(objective.baseCase !== undefined && {
      baseCase: compileBaseCase(objective.baseCase),
      verification: compileVerification(objective.baseCase),
    }),
    ...(missing.length > 0 && { missing }),
  };
}

/** The costs that choices name themselves join those of their group. */
function optionsOf({ orGroups = {}, steps }: Definition): Readonly<Record<string, GroupDefinition>> {
  const options: Record<string, GroupDefinition> = { ...orGroups };
  for (const { id, orGroup, cost } of steps) {
    if (orGroup === undefined || cost === undefined) continue;
    const group = options[orGroup] ?? {};
    options[orGroup] = { ...group, costs: { [id]: cost, ...group.costs } };
  }
  return options;
}

/** Whatever is chosen, these are needed: the goal as written, and what the base case looks at. */
function neededOf({ goal = [], objective }: Definition): ReadonlySet<string> {
  const leaves = objective?.baseCase === undefined ? [] : leavesOfBaseCase(objective.baseCase);
  return new Set([...goal, ...leaves.flatMap(({ leaf }) => ('on' in leaf && leaf.on !== undefined ? [leaf.on] : []))]);
}

/** As written, else every group and every step that is not optional and not a part of what may be chosen. */
function goalItems(
  { goal, steps }: Definition,
  groups: readonly GroupPlan[],
  branches: Branching['branches'],
): readonly string[] {
  if (goal !== undefined) return [...new Set(goal)];
  const choices = new Set(groups.flatMap((group) => group.choices));
  const wanted = steps.filter(({ id, optional }) => optional !== true && !choices.has(id) && !branches.has(id));
  return [...wanted, ...groups.filter(({ id }) => !branches.has(id))].map(({ id }) => id);
}

function placeIn(
  id: string,
  groups: readonly WrittenGroup[],
  branches: Branching['branches'],
): Pick<StepPlan, 'orGroup' | 'branches'> {
  const group = groups.find(({ choices }) => choices.some(({ value }) => value === id));
  const own = branches.get(id);
  return { ...(group && { orGroup: group.id }), ...(own && { branches: own }) };
}

/** A step comes after the one that finds out about it, and after the one that proposes its parts, which knows what was found out. */
function withPreparingSteps(
  definition: Definition,
  step: StepDefinition,
  plan: StepPlan,
  defaultModel?: string,
): readonly StepPlan[] {
  const { optionalRequires, orGroup } = plan;
  // What a choice has before it is a part of that choice.
  const branches = orGroup === undefined ? plan.branches : [step.id];
  const plans: StepPlan[] = [];
  let { requires } = plan;
  for (const preparing of preparingStepsOf(step)) {
    plans.push({
      ...stepPlan(definition, preparing, { requires, optionalRequires }, defaultModel),
      ...(preparing.id === proposerOf(step.id) && { decomposes: step.id }),
      ...(preparing.id === probeOf(step.id) && { onInfeasible: onInfeasibleOf(step) }),
      companionOf: step.id,
      ...(branches && { branches }),
    });
    requires = [...requires, preparing.id];
  }
  return [...plans, { ...plan, requires, ...(step.decompose === true && { decomposedBy: proposerOf(step.id) }) }];
}

function onInfeasibleOf({ unknown }: StepDefinition): OnInfeasible {
  return (typeof unknown === 'object' ? unknown.onInfeasible : undefined) ?? 'escalate';
}

/** The generations that the parts of a step add where it is broken down, as its own limit allows (R76). */
function partsIn(definition: Definition, steps: readonly StepPlan[]): (step: string) => number {
  const perChild = attemptsOf('llm', definition.defaults ?? {});
  const most = new Map(definition.steps.map(({ id, maxChildren }) => [id, maxChildren ?? DEFAULT_MAX_CHILDREN]));
  const isBrokenDown = new Set(steps.flatMap(({ id, decomposedBy }) => (decomposedBy === undefined ? [] : [id])));
  return (step) => (isBrokenDown.has(step) ? (most.get(step) ?? 0) * perChild : 0);
}

/**
 * Every choice counts like any step (R26), and the parts of a step that is broken down: they come before it. Going back to a group is
 * going back to whichever choice was taken, or a swap of it (R85).
 */
function boundOf(
  definition: Definition,
  steps: readonly StepPlan[],
  groups: readonly GroupPlan[],
  partsOf: (step: string) => number,
): number {
  const groupNodes = groups.map(({ id, choices }) => ({ id, dependsOn: choices, attempts: 0, eMax: 0, targets: [] }));
  const timesOf = timesTakenAgain({ steps, groups });
  const bounded = boundedSteps(definition, steps).flatMap((step, at) => {
    const { decomposedBy } = steps[at] ?? {};
    const { id, dependsOn } = step;
    const takenAgain = timesOf(id);
    const own = { ...step, takenAgain, targets: stepsAmong(groups, step.targets) };
    if (decomposedBy === undefined) return [own];
    const parts = { id: `${id}/parts`, attempts: partsOf(id), takenAgain, eMax: 0, targets: [] };
    return [
      { ...parts, dependsOn },
      { ...own, dependsOn: [...dependsOn, parts.id] },
    ];
  });
  const backToGroups = boundedSteps(definition, steps).reduce(
    (sum, { eMax, targets }) => sum + eMax * sharesAmong(groups, targets),
    0,
  );
  const standings = groups.map((group) => standingOf(steps, group));
  return haltingBound([...bounded, ...groupNodes], standings) + backToGroups;
}
