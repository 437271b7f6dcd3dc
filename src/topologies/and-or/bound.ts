/** The halting bound of a run with groups as it stands: what swaps can open again joins that of the graph (R26, R85). */

import { isSettled } from '../../core/frontier.ts';
import { goingBack, remainingInGraph } from '../../core/remaining-bound.ts';
import { stateOf } from '../../core/state/lookup.ts';
import { searchIn } from '../../model/own-state.ts';
import type { Plan, StepPlan } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import type { RunState } from '../../model/run-state.ts';
import { branchOf, groupsOf, isOut, untried } from './branches.ts';
import { groupOf } from './group-state.ts';
import { costOfSwaps, mostSwaps, sharesAmong } from './shares.ts';

export function remaining(run: Run): number {
  const { plan, state } = run;
  return remainingInGraph(run, (step) => startsOverInVain(plan, state, step)) + swapsToCome(run);
}

/**
 * What choices that a redirect has opened again may make anew when they are taken: that their attempts are used up, or will be, is forgotten
 * (S1-3.4-d). The bound is raised as each is taken.
 */
export function takenAnew({ plan, state }: Run): number {
  if (state.corrections === undefined) return 0;
  const open = groupsOf(plan).flatMap((group) => untried(state, group));
  const steps = new Set(open.flatMap((choice) => branchOf(plan, choice)));
  const mayStartOver = ({ id }: StepPlan) => stateOf(state, id).epoch > 0 && !isSettled(state, id);
  return [...steps].reduce((sum, step) => sum + (mayStartOver(step) ? step.attempts : 0), 0);
}

/** A choice that lost a race is taken again with all that works for it, what has failed for a choice within it too: that runs no more (R51). */
function startsOverInVain(plan: Plan, state: RunState, step: StepPlan): boolean {
  const { open, epoch } = stateOf(state, step.id);
  return !open && epoch > 0 && isOut(plan, state, step);
}

/** What the swaps that are left can open again, and the backtracks that are left and name a group (R85). */
function swapsToCome({ plan, state }: Run): number {
  const groups = groupsOf(plan);
  const left = mostSwaps(groups, state.budgets) - (searchIn(state)?.swaps ?? 0);
  const backtracks = goingBack(plan).reduce((sum, { id, eMax, named }) => {
    const more = Math.max(0, eMax - stateOf(state, id).backtracks);
    return sum + more * sharesAmong(groups, named);
  }, 0);
  return backtracks + costOfSwaps(groups, left, (group) => groupOf(state, group).swaps ?? 0);
}

/** The bound of the plan, and what a limit of swaps that a person has set since adds, or takes away. */
export function automatic({ plan, state }: Run): number {
  const { budgets, bound } = plan;
  const groups = groupsOf(plan);
  return (
    bound + costOfSwaps(groups, mostSwaps(groups, state.budgets)) - costOfSwaps(groups, mostSwaps(groups, budgets))
  );
}
