import type { GroupPlan, StepPlan } from '../../model/plan.ts';

/** The parts of a plan that tell which steps work for which choices. */
interface Graph {
  readonly steps: readonly StepPlan[];
  readonly groups: readonly GroupPlan[];
}

/**
 * How often automation may open a step again, by its id, because a choice is taken that it works for: for each of them once, but for those
 * that were taken when it was opened first.
 */
export function timesTakenAgain({ steps, groups }: Graph): (id: string) => number {
  const outerOf = branchesByChoice(groups);
  const times = new Map(
    steps.map(({ id, orGroup, branches = [] }) => {
      const direct = orGroup === undefined ? branches : [id];
      const all = new Set(direct);
      for (const choice of all) for (const outer of outerOf(choice)) all.add(outer);
      return [id, all.size - fewest(direct, outerOf)] as const;
    }),
  );
  return (id) => times.get(id) ?? 0;
}

/** What the group of a choice works for, by the choice. */
export function branchesByChoice(groups: readonly GroupPlan[]): (choice: string) => readonly string[] {
  const outer = new Map(
    groups.flatMap(({ choices, branches }) => choices.map((choice) => [choice, branches] as const)),
  );
  return (choice) => outer.get(choice) ?? [];
}

/** How many choices have to be taken at least for one of these to be tried. */
function fewest(choices: readonly string[], outerOf: (choice: string) => readonly string[]): number {
  return choices.length === 0 ? 0 : Math.min(...choices.map((choice) => 1 + fewest(outerOf(choice), outerOf)));
}
