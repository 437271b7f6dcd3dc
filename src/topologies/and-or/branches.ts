/** Which parts of an and-or graph count now (design 3.1). All of it is derived from the plan and what was chosen. */

import { isNeedless, isReady, isSettled } from '../../core/frontier.ts';
import { planOf, stateOf } from '../../core/state/lookup.ts';
import type { Compiled, GroupPlan, Plan, StepPlan } from '../../model/plan.ts';
import { isClosed, type RunState } from '../../model/run-state.ts';
import { groupOf } from './group-state.ts';

/** Whether a step counts: a choice while it is taken, a part of a branch while one of its choices is. */
export function isActive(plan: Plan, state: RunState, { id, orGroup, branches }: StepPlan): boolean {
  if (orGroup !== undefined && !isTaken(state, orGroup, id)) return false;
  return isBranchActive(plan, state, branches);
}

export function isBranchActive(plan: Plan, state: RunState, branches: readonly string[] | undefined): boolean {
  return branches === undefined || branches.some((choice) => isActive(plan, state, planOf(plan, choice)));
}

function isTaken(state: RunState, group: string, choice: string): boolean {
  const { taken, winner } = groupOf(state, group);
  return winner === undefined ? taken.includes(choice) : winner === choice;
}

/** Whether a step works for choices alone that have failed and are not taken any more: only a swap, or a person, has them tried anew. */
export function isOut(plan: Plan, state: RunState, { id, orGroup, branches }: StepPlan): boolean {
  if (orGroup !== undefined) {
    const { taken, failed } = groupOf(state, orGroup);
    if (failed.includes(id) && !taken.includes(id)) return true;
  }
  return branches !== undefined && branches.every((choice) => isOut(plan, state, planOf(plan, choice)));
}

/** Choices that may still be taken, in order. */
export function untried(state: RunState, { id, choices }: GroupPlan): readonly string[] {
  const { taken, failed } = groupOf(state, id);
  return choices.filter((choice) => !failed.includes(choice) && !taken.includes(choice));
}

/** Choices under way that have not failed. */
export function underWay(state: RunState, { id }: GroupPlan): readonly string[] {
  const { taken, failed } = groupOf(state, id);
  return taken.filter((choice) => !failed.includes(choice));
}

const branchesOf = new WeakMap<Plan, ReadonlyMap<string, readonly StepPlan[]>>();

/** The steps that work for a choice, itself included, and those that work for the choices of a group within it. */
export function branchOf(plan: Plan, choice: string): readonly StepPlan[] {
  const known = branchesOf.get(plan) ?? stepsByChoice(plan);
  branchesOf.set(plan, known);
  return known.get(choice) ?? [];
}

function stepsByChoice(plan: Plan): ReadonlyMap<string, readonly StepPlan[]> {
  const found = new Map<string, StepPlan[]>();
  for (const step of plan.steps) {
    for (const choice of choicesOf(plan, step)) {
      const steps = found.get(choice);
      if (steps) steps.push(step);
      else found.set(choice, [step]);
    }
  }
  return found;
}

/** What a step works for: itself where it is a choice, its choices, and those that their groups are a part of. */
export function choicesOf(plan: Plan, { id, orGroup, branches = [] }: StepPlan): readonly string[] {
  const found = new Set(orGroup === undefined ? branches : [id, ...branches]);
  // A set tells of what is added on the way, too.
  for (const choice of found) for (const outer of planOf(plan, choice).branches ?? []) found.add(outer);
  return [...found];
}

/** Whether anything of the choice could be worked on now. */
export function isReached(plan: Plan, state: RunState, choice: string): boolean {
  return branchOf(plan, choice).some((step) => !isSettled(state, step.id) && isReady(state, step));
}

/** The groups of a plan: none but in a search. */
export function groupsOf(plan: Compiled): readonly GroupPlan[] {
  return (plan.topology === 'and-or' && plan.groups) || [];
}

export function groupPlanOf(plan: Plan, id: string): GroupPlan {
  const found = groupsOf(plan).find((group) => group.id === id);
  if (!found) throw new Error(`the plan has no group ${id}`);
  return found;
}

export function groupOfChoice(plan: Plan, choice: string): GroupPlan {
  return groupPlanOf(plan, planOf(plan, choice).orGroup ?? '');
}

/** What is left to do: steps that count and are not settled, and a group for all its choices. */
export function unresolved(plan: Plan, state: RunState): readonly string[] {
  const steps = plan.steps.filter((step) => step.orGroup === undefined && isOpen(plan, state, step));
  const groups = groupsOf(plan).filter(
    ({ id, branches }) => !isSettled(state, id) && isBranchActive(plan, state, branches),
  );
  return [...steps, ...groups].map(({ id }) => id);
}

function isOpen(plan: Plan, state: RunState, step: StepPlan): boolean {
  const { sigma } = stateOf(state, step.id);
  if (isNeedless(state, step)) return false;
  return sigma !== 'satisfied' && sigma !== 'waived' && step.clarification !== true && isActive(plan, state, step);
}

/**
 * Whether what a step made is a binding yet: that of a choice that lost is none, and what began together is published together, once
 * all of it is settled or waits for a person (S1-7.2.1-c, R72). An end publishes what there is, of a wave that it cut short too (R104).
 */
export function isPublished(plan: Plan, state: RunState, step: StepPlan): boolean {
  if (plan.topology !== 'and-or') return true;
  if (!isActive(plan, state, step)) return false;
  const { wave } = stateOf(state, step.id);
  if (wave === undefined || isClosed(state)) return true;
  return plan.steps.every((sibling) => {
    const other = stateOf(state, sibling.id);
    const isUnderWay = other.wave === wave && other.open && other.escalation === undefined;
    return !isUnderWay || isSettled(state, sibling.id) || !isActive(plan, state, sibling);
  });
}
