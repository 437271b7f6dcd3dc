/** The halting bound of a run with groups as it stands: what swaps can open again joins that of the graph (R26, R85). */
import { stateOf } from '../../core/lookup.ts';
import { goingBack, remainingInGraph } from '../../core/remaining-bound.ts';
import type { Run } from '../../model/run.ts';
import { groupOf } from './group-state.ts';
import { costOfSwaps, mostSwaps, sharesAmong } from './shares.ts';

export function remaining({ plan, state }: Run): number {
  return remainingInGraph({ plan, state }) + swapsToCome({ plan, state });
}

/** What the swaps that are left can open again, and the backtracks that are left and name a group (R85). */
function swapsToCome({ plan, state }: Run): number {
  const { groups = [] } = plan;
  const left = mostSwaps(groups, state.budgets) - (state.search?.swaps ?? 0);
  const backtracks = goingBack(plan).reduce((sum, { id, eMax, named }) => {
    const more = Math.max(0, eMax - stateOf(state, id).backtracks);
    return sum + more * sharesAmong(groups, named);
  }, 0);
  return backtracks + costOfSwaps(groups, left, (group) => groupOf(state, group).swaps ?? 0);
}

/** The bound of the plan, and what a limit of swaps that a person has set since adds, or takes away. */
export function automatic({ plan, state }: Run): number {
  const { groups, budgets, bound } = plan;
  return (
    bound + costOfSwaps(groups, mostSwaps(groups, state.budgets)) - costOfSwaps(groups, mostSwaps(groups, budgets))
  );
}
