import type { Run } from '../../model/run.ts';
import type { TopologyWords } from '../../stories/topology-words.ts';
import { achievedByBaseCase, baseCaseSaid } from '../base-case/words.ts';
import { groupsOf, unresolved } from './branches.ts';
import { groupOf } from './group-state.ts';

/** Characters of the line that says where a search stands. */
const LONGEST = 1_000;

export const andOrWords: TopologyWords = {
  kind: 'and-or',
  details,
  achieved: ({ state }) => achievedByBaseCase(state) ?? 'every step of its goal is met',
  whereabouts: () => '',
};

/** What is left, whether the run is complete, and what was chosen. */
function details({ plan, state }: Run): readonly string[] {
  const held = baseCaseSaid(state);
  if (held === undefined) return [];
  const chosen = groupsOf(plan).map(({ id }) => {
    const { taken, failed, winner } = groupOf(state, id);
    const words = winner === undefined ? `trying ${taken.join(', ') || 'nothing yet'}` : `**${winner}**`;
    return `${id}: ${words}${failed.length > 0 ? ` (failed: ${failed.join(', ')})` : ''}`;
  });
  return [[`${unresolved(plan, state).length} unresolved`, held, ...chosen].join('; ').slice(0, LONGEST)];
}
