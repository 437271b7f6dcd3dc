import type { GroupPlan, StepPlan } from '../../model/plan.ts';

/** The parts of a plan that tell which steps work for which choices. */
interface Graph {
  readonly steps: readonly StepPlan[];
  readonly groups: readonly GroupPlan[];
}

/**
 * How often automation may open a step again because a choice is taken that it works for: for each of them once, but for those that
 * were taken when it was opened first.
 */
export function timesTakenAgain({ steps, groups }: Graph, id: string): number {
  const stepOf = new Map(steps.map((step) => [step.id, step] as const));
  const outerOf = (choice: string) => groups.find(({ choices }) => choices.includes(choice))?.branches ?? [];
  const { orGroup, branches = [] } = stepOf.get(id) ?? {};
  const direct = orGroup === undefined ? branches : [id];
  const all = new Set(direct);
  for (const choice of all) for (const outer of outerOf(choice)) all.add(outer);
  return direct.length === 0 ? 0 : all.size - fewest(direct, outerOf);
}

/** How many choices have to be taken at least for one of these to be tried. */
function fewest(choices: readonly string[], outerOf: (choice: string) => readonly string[]): number {
  return choices.length === 0 ? 0 : Math.min(...choices.map((choice) => 1 + fewest(outerOf(choice), outerOf)));
}
