/** What swaps of a winning choice can cost, and how many there may be (R85): part of the halting bound, found at publish. */

import { cascade, dataGraph } from '../../model/graph.ts';
import type { Budgets, GroupPlan, Plan, StepPlan } from '../../model/plan.ts';
import { groupsOf } from './branches.ts';
import { branchesByChoice, timesTakenAgain } from './taken-again.ts';

/** Adds to each group what one swap of it can open again at most. `partsOf`: generations that parts of a broken-down step add. */
export function withShares(
  groups: readonly GroupPlan[],
  steps: readonly StepPlan[],
  partsOf: (step: string) => number,
): readonly GroupPlan[] {
  const graph = dataGraph([
    ...steps.map(({ id, requires, optionalRequires }) => ({ id, dependsOn: [...requires, ...optionalRequires] })),
    ...groups.map(({ id, choices }) => ({ id, dependsOn: choices })),
  ]);
  const outerOf = branchesByChoice(groups);
  const takenAgain = timesTakenAgain({ steps, groups });
  const dependentsOf = new Map(groups.map(({ id }) => [id, cascade(graph, [id])] as const));
  return groups.map((group) => {
    const dependents = dependentsOf.get(group.id) ?? new Set();
    const isConcerned = (id: string, branches: readonly string[] = []) => {
      const worksFor = new Set(branches);
      for (const choice of worksFor) for (const outer of outerOf(choice)) worksFor.add(outer);
      return dependents.has(id) || [...worksFor].some((choice) => dependents.has(choice));
    };
    const share = steps.reduce((sum, { id, orGroup, branches, attempts }) => {
      const own = isConcerned(id, branches) ? attempts : 0;
      // The parts of a choice work for it, and for what it works for.
      const parts = isConcerned(id, orGroup === undefined ? branches : [id]) ? partsOf(id) : 0;
      return sum + (own + parts) * (1 + takenAgain(id));
    }, 0);
    const isDependent = groups.some(
      (other) => other.id !== group.id && group.choices.some((choice) => dependentsOf.get(other.id)?.has(choice)),
    );
    return { ...group, share, ...(isDependent && { dependent: true as const }) };
  });
}

/** A plan with the limits of one run; more swaps, or fewer, change its bound. */
export function withLimits(plan: Plan, budgets: Budgets): Plan {
  const groups = groupsOf(plan);
  const costOf = (limits: Budgets) => costOfSwaps(groups, mostSwaps(groups, limits));
  return { ...plan, budgets, bound: plan.bound - costOf(plan.budgets) + costOf(budgets) };
}

/** The steps that targets of a backtrack may mean: of a group any of its choices. */
export function stepsAmong(groups: readonly Shared[] = [], targets: readonly string[] = []): readonly string[] {
  return [...new Set(targets.flatMap((target) => groups.find(({ id }) => id === target)?.choices ?? [target]))];
}

/** What one backtrack to these can open again because it swaps the groups among them. */
export function sharesAmong(groups: readonly Shared[] = [], targets: readonly string[] = []): number {
  const named = groups.filter(({ id }) => targets.includes(id));
  return named.reduce((sum, { share = 0 }) => sum + share, 0);
}

type Shared = Pick<GroupPlan, 'id' | 'choices' | 'share' | 'dependent'>;

/** How often a winner may be swapped in the whole run: as written, else once for each choice but the first of every group. 0: never. */
export function mostSwaps(groups: readonly Shared[] = [], { maxSwaps }: Pick<Budgets, 'maxSwaps'> = {}): number {
  const known = groups.filter(({ share }) => share !== undefined);
  if (known.length === 0) return 0;
  return maxSwaps ?? known.reduce((sum, { choices }) => sum + choices.length - 1, 0);
}

/** How often this group may still be swapped, whatever the run's limit says: each choice wins once, unless its premises change. */
export function swapsLeft({ choices, dependent, share }: Shared, used: number): number {
  if (share === undefined) return 0;
  return dependent === true ? Number.POSITIVE_INFINITY : Math.max(0, choices.length - 1 - used);
}

/** The generations that so many swaps can cost at most: the largest shares that are left. `usedOf`: the swaps a group has had. */
export function costOfSwaps(groups: readonly Shared[] = [], swaps: number, usedOf = (_group: string) => 0): number {
  let left = Math.max(0, swaps);
  let cost = 0;
  for (const group of groups.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))) {
    const taken = Math.min(left, swapsLeft(group, usedOf(group.id)));
    if (taken === 0) continue;
    cost += taken * (group.share ?? 0);
    left -= taken;
  }
  return cost;
}
