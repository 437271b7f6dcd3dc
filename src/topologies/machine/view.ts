/** What is told of a state machine: where it stands, its states and moves, what code has set. */

import type { Run } from '../../model/run.ts';
import { stateMermaid } from '../../stories/state-mermaid.ts';
import { stepView } from '../../stories/step-view.ts';
import type { MachineStanding, Said, Stored, TopologyView } from '../../stories/topology-view.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { baseCaseStanding, objectiveIn } from '../base-case/view.ts';
import { machineOf } from './document/definition.ts';
import { machineSchema } from './document/document.ts';
import { machineGraph } from './graph.ts';
import { machineIn, standingOf } from './machine-in.ts';
import { layersOf, variablesFrom } from './stored-variables.ts';
import { endOf } from './turn.ts';

const ofSteps = stepView('machine');

export const machineView: TopologyView = {
  ...ofSteps,
  state(run) {
    const machine = standing(run);
    return { ...ofSteps.state(run), baseCase: baseCaseStanding(run.state), ...(machine && { machine }) };
  },
  said,
  graph: machineGraph,
  mermaid: stateMermaid,
  ending: ({ plan, state }) => endOf(plan, state),
};

/** Where it stands (design 3.3). */
function standing({ plan, state }: Run): MachineStanding | undefined {
  const found = machineIn(plan, state);
  if (!found) return undefined;
  const { state: present, turn, path, recent } = found.machine;
  return {
    state: present,
    final: found.rules.finals.includes(present),
    turn,
    history: path.slice(0, -1).map((past) => past.state),
    recent,
  };
}

async function said({ state }: Run, stored: Stored): Promise<Said> {
  const document = await stored.document();
  const objective = objectiveIn(document);
  const { data } = safeParseNumbers(machineSchema, document);
  const written = data ? machineOf(data).variables : {};
  const { variables } = standingOf(state) ?? {};
  const layers = variables ? layersOf(variables) : [];
  if (layers.length === 0) return { objective, variables: written };
  return { objective, variables: { ...written, ...variablesFrom(layers, await stored.texts(layers)) } };
}
