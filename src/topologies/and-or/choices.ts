/** What each choice of a search came to, for people (R85): derived from the state and the Trail. */

import { searchIn } from '../../model/own-state.ts';
import type { GroupPlan, Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { ChoiceStory } from '../../stories/topology-view.ts';
import { groupsOf } from './branches.ts';
import { groupOf } from './group-state.ts';
import { mostSwaps } from './shares.ts';

/** Every choice of every group, in declared order. */
export function choiceStories(plan: Plan, state: RunState): readonly ChoiceStory[] {
  return groupsOf(plan).flatMap((group) => group.choices.map((choice) => storyOf(group, choice, state)));
}

/** How often the run has swapped a winner, and how often it may. */
export function swapsOf(plan: Plan, state: RunState): { readonly used: number; readonly max: number } {
  return { used: searchIn(state)?.swaps ?? 0, max: mostSwaps(groupsOf(plan), state.budgets) };
}

function storyOf({ id: orGroup }: GroupPlan, choice: string, state: RunState): ChoiceStory {
  const { taken, failed, winner } = groupOf(state, orGroup);
  const last = lastEntry(state, orGroup, choice);
  const said = last === undefined ? {} : { why: last.reason };
  if (winner === choice) return { orGroup, choice, status: 'won', ...said };
  if (failed.includes(choice)) return { orGroup, choice, status: 'failed', ...said };
  if (taken.includes(choice)) return { orGroup, choice, status: 'trying', ...said };
  if (winner === undefined || last?.type !== 'or_selected') return { orGroup, choice, status: 'untried' };
  return { orGroup, choice, status: 'lost', why: `${winner} was settled first or chosen` };
}

function lastEntry({ trail }: RunState, orGroup: string, choice: string) {
  return trail?.entries.findLast((entry) => entry.orGroup === orGroup && entry.selected === choice);
}
