import type { RunState } from '../../model/run-state.ts';
import type { TopologyWords } from '../../stories/topology-words.ts';
import { achievedByBaseCase, baseCaseSaid } from '../base-case/words.ts';

/** The newest states that are told. */
const WAY = 8;

export const machineWords: TopologyWords = {
  kind: 'machine',
  details: ({ state }) => [...turnLine(state), ...[baseCaseSaid(state) ?? []].flat()],
  achieved({ state }) {
    const { machine } = state;
    return achievedByBaseCase(state) ?? `in ${machine?.state} there is nothing left to do`;
  },
  whereabouts: ({ state: { machine } }) => (machine ? `, in ${machine.state}` : ''),
};

function turnLine({ machine }: RunState): readonly string[] {
  if (!machine) return [];
  const way = machine.path.slice(-WAY).map(({ state }) => state);
  return [`Turn ${machine.turn}, in **${machine.state}**; on the way ${way.join(' → ')}`];
}
