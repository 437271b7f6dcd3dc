import type { z } from 'zod';
import { stateOf } from '../../engine.ts';
import type { MachinePlan } from '../../model/machine-plan.ts';
import type { MachineState } from '../../model/machine-state.ts';
import { isClosed, openEscalations } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { ANY_STATE } from '../../topologies/machine/document/any-state.ts';
import { runsIn } from '../../topologies/machine/per-turn.ts';
import { attemptsOf } from '../runs/node-facts.ts';
import { type GraphView, standingOf } from './graph-view.ts';

type Graph = z.infer<typeof GraphView>;

/** The states with the moves that are permitted between them, the present one while the run goes on, and how often each move was made. */
export function machineGraph({ record, state }: RunRow, rules: MachinePlan, machine: MachineState): Graph {
  const { steps } = record.plan;
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
    status: 'any',
    epoch: 0,
    running: false,
    asking: false,
    goal: false,
    steps: [],
  };
  const hasAny = rules.transitions.some(({ from }) => from.includes(ANY_STATE));
  return { runId: record.id, nodes: hasAny ? [...nodes, any] : nodes, edges: edgesOf(rules, machine) };
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

/** The same as a Mermaid flowchart: the present state filled, moves that were made drawn thick with their number. */
export function machineMermaid({ nodes, edges }: Graph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index}`]));
  return [
    'flowchart TD',
    ...nodes.map((node) => {
      const { id, goal, asking, status } = node;
      const isBusy = asking || node.attempts !== undefined;
      const label = id === ANY_STATE ? 'any state' : isBusy ? `${id}<br/>${standingOf(node)}` : id;
      const box = goal ? `(["${label}"])` : `["${label}"]`;
      return `  ${names.get(id)}${box}:::${asking ? 'asking' : status}`;
    }),
    ...edges.map(({ from, to, optional, taken = 0 }) => {
      const arrow = taken > 0 ? `== ${taken} ==>` : optional ? '-.->' : '-->';
      return `  ${names.get(from)} ${arrow} ${names.get(to)}`;
    }),
    '  classDef current fill:#d3f2dc,stroke-width:3px',
    '  classDef visited fill:#eeeeee',
    '  classDef asking fill:#ffedc2,stroke-width:3px',
    '  classDef any stroke-dasharray: 4 4',
    '',
  ].join('\n');
}
