/** What a fork of an and-or run takes over of what was chosen (R69). */
import { planOf } from '../../core/state/lookup.ts';
import type { GroupPlan, Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import { choicesOf, groupsOf } from './branches.ts';
import { groupOf } from './group-state.ts';

/** Of the choices those that won, but for the ones beside a choice that `fromStep` works for. */
export function isBroughtAlong(plan: Plan, state: RunState, step: string, fromStep: string): boolean {
  const { orGroup } = planOf(plan, step);
  if (orGroup === undefined) return true;
  const forced = choicesOf(plan, planOf(plan, fromStep));
  const isBeside = !forced.includes(step) && forced.some((choice) => planOf(plan, choice).orGroup === orGroup);
  return groupOf(state, orGroup).winner === step && !isBeside;
}

/** The groups as a fork tries them: what is made again comes first, and nothing at the same time. */
export function groupsFrom(plan: Plan, state: RunState, fromStep: string): readonly GroupPlan[] {
  const forced = choicesOf(plan, planOf(plan, fromStep));
  return groupsOf(plan).map((group) => {
    const { winner } = groupOf(state, group.id);
    const first = group.choices
      .filter((choice) => forced.includes(choice))
      .toSorted((a, b) => Number(b === winner) - Number(a === winner));
    if (first.length === 0) return group;
    const { speculative: _, ...rest } = group;
    return { ...rest, choices: [...new Set([...first, ...group.choices])] };
  });
}
