import type { RunState } from '../../model/run-state.ts';
import type { TopologyWords } from '../../stories/topology-words.ts';
import { achievedByBaseCase, baseCaseSaid } from '../base-case/words.ts';
import { standingOf } from './machine-in.ts';

/** The newest states that are told. */
const WAY = 8;

export const machineWords: TopologyWords = {
  kind: 'machine',
  details: ({ state }) => [...turnLine(state), ...[baseCaseSaid(state) ?? []].flat()],
  achieved({ state }) {
    return achievedByBaseCase(state) ?? `in ${standingOf(state)?.state} there is nothing left to do`;
  },
  whereabouts({ state }) {
    const machine = standingOf(state);
    return machine ? `, in ${machine.state}` : '';
  },
};

function turnLine(state: RunState): readonly string[] {
  const machine = standingOf(state);
  if (!machine) return [];
  const way = machine.path.slice(-WAY).map((past) => past.state);
  return [`Turn ${machine.turn}, in **${machine.state}**; on the way ${way.join(' → ')}`];
}
