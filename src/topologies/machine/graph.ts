import { stateOf } from '../../core/state/lookup.ts';
import type { MachinePlan } from '../../model/machine-plan.ts';
import type { MachineState } from '../../model/machine-state.ts';
import type { Run } from '../../model/run.ts';
import { isClosed, openEscalations } from '../../model/run-state.ts';
import { ANY, type Graph, stepGraph } from '../../stories/graph.ts';
import { attemptsOf } from '../../stories/node-facts.ts';
import { ANY_STATE } from './document/any-state.ts';
import { machineIn } from './machine-in.ts';
import { runsIn } from './per-turn.ts';

/** The states with the moves that are permitted between them, the present one while the run goes on, and how often each move was made. */
export function machineGraph(run: Run): Graph {
  const found = machineIn(run.plan, run.state);
  if (!found) return stepGraph(run);
  const { rules, machine } = found;
  const { state } = run;
  const { steps } = run.plan;
  const visits = (name: string) => machine.path.filter((one) => one.state === name).length;
  const present = isClosed(state) ? undefined : machine.state;
  const open = steps.find((step) => stateOf(state, step.id).open);
  const nodes = rules.states.map((id) => ({
    id,
    kind: 'state' as const,
    status: id === present ? 'current' : visits(id) > 0 ? 'visited' : 'unvisited',
    epoch: visits(id),
    running: id === present && steps.some((step) => stateOf(state, step.id).call !== undefined),
    asking: id === present && openEscalations(state).length > 0,
    ...(id === present && open && { attempts: attemptsOf(open, state) }),
    goal: rules.finals.includes(id),
    steps: steps.filter((step) => runsIn(step, id)).map((step) => step.id),
  }));
  const any = {
    id: ANY_STATE,
    kind: 'state' as const,
    status: ANY,
    epoch: 0,
    running: false,
    asking: false,
    goal: false,
    steps: [],
  };
  const hasAny = rules.transitions.some(({ from }) => from.includes(ANY_STATE));
  return { nodes: hasAny ? [...nodes, any] : nodes, edges: edgesOf(rules, machine) };
}

/** Declared moves first; then those that were made by a transition from any state, or where none is declared. */
function edgesOf({ transitions }: MachinePlan, { path }: MachineState): Graph['edges'] {
  const made = new Map<string, number>();
  for (const [index, { state }] of path.entries()) {
    const from = path[index - 1]?.state;
    if (from !== undefined) made.set(keyOf(from, state), (made.get(keyOf(from, state)) ?? 0) + 1);
  }
  const declared = new Map<string, Graph['edges'][number]>();
  for (const { from, to, conditional } of transitions) {
    for (const one of from) {
      const key = keyOf(one, to);
      const optional = conditional === true && declared.get(key)?.optional !== false;
      declared.set(key, { from: one, to, optional, taken: made.get(key) ?? 0 });
    }
  }
  const others = [...made].flatMap(([key, taken]) => {
    const [from = '', to = ''] = key.split(' ');
    return declared.has(key) ? [] : [{ from, to, optional: false, taken }];
  });
  return [...declared.values(), ...others];
}

/** Names of states have no spaces. */
function keyOf(from: string, to: string): string {
  return `${from} ${to}`;
}
