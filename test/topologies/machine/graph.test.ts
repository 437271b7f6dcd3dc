// Pure: the graph of a machine as it stands: its states, and the moves between them.
import type { MachineState } from '../../../src/model/machine-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import { machineGraph } from '../../../src/topologies/machine/graph.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { playing } from '../../support/played/playing.ts';

const WORK = { name: 'work', in_state: 'a' };
const ANYWHERE = { name: 'anywhere' };

function planOf(machine: object = {}, steps: readonly object[] = [WORK, ANYWHERE]): Plan {
  const { plan } = accepted(aMachine({ steps: steps as never, machine: { final_states: ['end'], ...machine } }));
  return { ...plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } };
}

function standing(plan: Plan, own: Partial<MachineState> = {}, more: Partial<RunState> = {}): RunState {
  const { state } = playing(plan);
  return { ...state, own: { ...state.own, ...own } as MachineState, ...more };
}

const nodesOf = (plan: Plan, state: RunState) => machineGraph({ plan, state }).nodes;
const path = (...states: readonly string[]) => states.map((state, turn) => ({ state, turn }));

test('R90: each state says how often the machine came there, and which steps run in it', () => {
  const plan = planOf();
  const nodes = nodesOf(plan, standing(plan, { state: 'b', path: path('a', 'b', 'a', 'b') }));
  expect(nodes).toEqual([
    {
      id: 'a',
      kind: 'state',
      status: 'visited',
      epoch: 2,
      running: false,
      asking: false,
      goal: false,
      steps: ['work', 'anywhere'],
    },
    {
      id: 'b',
      kind: 'state',
      status: 'current',
      epoch: 2,
      running: true,
      asking: false,
      attempts: { used: 1, allowed: 4 },
      goal: false,
      steps: ['anywhere'],
    },
    {
      id: 'end',
      kind: 'state',
      status: 'unvisited',
      epoch: 0,
      running: false,
      asking: false,
      goal: true,
      steps: ['anywhere'],
    },
  ]);
});

test('R90: only where the machine stands something is under way, or asked, or tried', () => {
  const plan = planOf();
  const before = standing(plan);
  const question = {
    id: 'e',
    kind: 'stalled',
    status: 'open',
    question: '?',
    allowedActions: [],
    openedAt: 0,
  } as const;
  const idle = Object.fromEntries(
    Object.entries(before.steps).map(([id, step]) => {
      const { call: _, ...rest } = step;
      return [id, { ...rest, open: false }] as const;
    }),
  );
  const asked = nodesOf(plan, { ...before, steps: idle, escalations: { e: question } });
  expect(asked.map(({ running, asking }) => [running, asking])).toEqual([
    [false, true],
    [false, false],
    [false, false],
  ]);
  expect(asked.filter(({ attempts }) => attempts !== undefined)).toEqual([]);
  expect(nodesOf(plan, before).map(({ running, attempts }) => [running, attempts !== undefined])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ]);
});

test('R90: of steps that are open the first is told of', () => {
  const plan = planOf();
  const before = standing(plan);
  const anywhere = { ...before.steps['anywhere'], open: true, attempt: 3, allowed: 4 };
  const steps = { ...before.steps, anywhere } as RunState['steps'];
  expect(nodesOf(plan, { ...before, steps })[0]?.attempts).toEqual({ used: 1, allowed: 4 });
});

test('R90: a run that has ended is in no state any more', () => {
  const plan = planOf();
  const ended = standing(plan, {}, { life: { status: 'stopped', endedAt: 1 } });
  expect(nodesOf(plan, ended).map(({ status, running }) => [status, running])).toEqual([
    ['visited', false],
    ['unvisited', false],
    ['unvisited', false],
  ]);
});

describe('R90: its moves', () => {
  const transitions = [
    { from: 'a', to: 'b', condition: 'x > 1' },
    { from: ['b', 'a'], to: 'end' },
    { from: 'b', to: 'a', condition: 'x > 1' },
    { from: 'b', to: 'a', condition: 'x > 2' },
  ];
  const edgesOf = (machine: object, ...states: readonly string[]) => {
    const plan = planOf(machine);
    const { edges } = machineGraph({ plan, state: standing(plan, { path: path(...states) }) });
    return edges.map(({ from, to, optional, taken }) => `${from} ${to} ${optional ? '?' : '!'} ${taken}`);
  };

  test.each<[string, readonly object[], readonly string[], readonly string[]]>([
    [
      'that are declared, with how often they were made',
      transitions,
      ['a', 'b', 'a', 'b', 'end'],
      ['a b ? 2', 'b end ! 1', 'a end ! 0', 'b a ? 1'],
    ],
    [
      'one of which is always permitted',
      [...transitions, { from: 'a', to: 'b' }],
      ['a'],
      ['a b ! 0', 'b end ! 0', 'a end ! 0', 'b a ? 0'],
    ],
    [
      'whichever comes first',
      [{ from: 'a', to: 'b' }, ...transitions],
      ['a'],
      ['a b ! 0', 'b end ! 0', 'a end ! 0', 'b a ? 0'],
    ],
    ['that were made where none is declared', [], ['a', 'b', 'end', 'b', 'end'], ['a b ! 1', 'b end ! 2', 'end b ! 1']],
    ['that were made from any state', [{ from: '*', to: 'b' }], ['a', 'b'], ['* b ! 0', 'a b ! 1']],
    ['of a machine that has made none', [], ['a'], []],
  ])('%s', (_, declared, states, edges) => {
    expect(edgesOf({ transitions: declared }, ...states)).toEqual(edges);
  });

  test('from any state begin at a node of its own', () => {
    const ids = (declared: readonly object[]) => {
      const plan = planOf({ transitions: declared });
      return nodesOf(plan, standing(plan)).slice(3);
    };
    expect(ids(transitions)).toEqual([]);
    expect(ids([...transitions, { from: '*', to: 'b' }])).toEqual([
      { id: '*', kind: 'state', status: 'any', epoch: 0, running: false, asking: false, goal: false, steps: [] },
    ]);
  });
});

test('before its first event a machine is shown by its steps', () => {
  const plan = planOf();
  const { state } = playing(plan);
  const { nodes } = machineGraph({ plan, state: { ...state, own: { kind: 'dag' } } });
  expect(nodes.map(({ id, kind }) => [id, kind])).toEqual([
    ['work', 'step'],
    ['anywhere', 'step'],
  ]);
});
