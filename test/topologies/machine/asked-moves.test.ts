// Pure: which move a step of a machine asks for, and whether its conditions permit it (R54, R71).
import type { NamedCall } from '../../../src/definitions/topology-work.ts';
import type { MachineFacts } from '../../../src/model/machine-facts.ts';
import { readMachine } from '../../../src/topologies/machine/document/read.ts';
import { variablesOf } from '../../../src/topologies/machine/moves.ts';
import { machineWork } from '../../../src/topologies/machine/work.ts';
import { aMachine } from '../../support/played/a-machine.ts';

const FACTS = { state: 'a', turns: 1, recent: [], artifacts: [], accepted: 0, attempts: 1 } as unknown as MachineFacts;
const STEPS = [
  { name: 'work', transition_to: 'b' },
  { name: 'set', type: 'code', code: 'context["x"] = 1', transition_to: 'b' },
  { name: 'go', type: 'transition', prompt: 'Which?', transition_map: { ship: 'end', wait: 'b', again: 'a' } },
  { name: 'rest' },
];

function call(step: string, transitions: readonly object[], more: Partial<NamedCall> = {}): NamedCall {
  const read = readMachine(aMachine({ steps: STEPS, machine: { transitions } }));
  const found = read?.definition.steps.find(({ id }) => id === step);
  if (!read || !found) throw new Error(`no step ${step}`);
  return {
    input: { step, machine: FACTS },
    material: { run: { id: 'run_1', input: {}, createdAt: 0 }, dependencies: {} },
    read: { ...read, step: found },
    names: { all: { x: 5 }, set: {} },
    ...more,
  } as NamedCall;
}

const made = (step: string, text: string) => ({ artifact: { mediaType: 'text/plain', step }, text });
const TO_B = (condition: string) => [{ from: 'a', to: 'b', condition }];

test.each<[string, string, string, readonly object[], object | undefined]>([
  ['that its step names', 'work', 'done', [], { to: 'b', permitted: true }],
  ['that no transition permits', 'work', 'done', [{ from: 'a', to: 'end' }], { to: 'b', permitted: false }],
  ['that a variable permits', 'work', 'done', TO_B('x == 5'), { to: 'b', permitted: true }],
  [
    'that it does not',
    'work',
    'done',
    TO_B('x == 6'),
    { to: 'b', permitted: false, unmet: [{ condition: 'x == 6', saw: [{ name: 'x', value: '5' }] }] },
  ],
  ['that what code has just set permits', 'set', '{"x": 1}', TO_B('x == 1'), { to: 'b', permitted: true }],
  ['that a variable permits which code leaves as it was', 'set', '{"y": 1}', TO_B('x == 5'), { permitted: true }],
  ['that what anything else says does not', 'work', '{"x": 1}', TO_B('x == 1'), { permitted: false }],
  ['that what it made permits', 'work', 'done', TO_B('artifact.work == "done"'), { to: 'b', permitted: true }],
  ['that its binding permits', 'work', 'done', TO_B('binding.work == "done"'), { to: 'b', permitted: true }],
  ['that what serves others permits', 'work', 'done', TO_B('deps.work == "done"'), { to: 'b', permitted: true }],
  [
    'that the facts of its verdict permit',
    'work',
    'done',
    TO_B('verdict.work.score == 3'),
    { to: 'b', permitted: true },
  ],
  ['that it decided', 'go', 'Ship', [], { to: 'end', permitted: true }],
  [
    'that it decided though it is not permitted',
    'go',
    'ship',
    [{ from: 'a', to: 'b' }],
    { to: 'end', permitted: false },
  ],
  ['none, where it decided nothing', 'go', 'perhaps', [], undefined],
  ['none, where none is named', 'rest', 'done', [], undefined],
])('R54: a move %s', (_, step, text, transitions, move) => {
  const asked = machineWork.moves(call(step, transitions), made(step, text))?.asked({ score: 3 });
  if (move === undefined) expect(asked).toBeUndefined();
  else expect(asked?.move).toMatchObject(move);
  if (move !== undefined && !('unmet' in move) && Object(move).permitted === true)
    expect(asked?.move).not.toHaveProperty('unmet');
});

test('R54: without the facts of a verdict nothing holds that names them, and that is noted', () => {
  const asked = machineWork
    .moves(call('work', TO_B('verdict.work.score == 3')), made('work', 'done'))
    ?.asked(undefined);
  expect(asked).toMatchObject({ move: { permitted: false }, notes: [expect.stringContaining('score')] });
  const whole = machineWork.moves(call('work', TO_B('verdict.work != 1')), made('work', 'done'))?.asked(undefined);
  expect(whole?.move).toMatchObject({ permitted: true });
});

test('R54: beside what the step has made itself it counts what others have made, and what their guards have found', () => {
  const rest = { ...made('rest', 'kept'), verdict: { data: { score: 4 } } };
  const material = {
    run: { id: 'run_1', input: {}, createdAt: 0 },
    dependencies: { rest },
  } as unknown as NamedCall['material'];
  const condition = 'artifact.rest == "kept" and verdict.rest.score == 4 and verdict.work.score == 3';
  const moves = machineWork.moves(call('work', TO_B(condition), { material }), made('work', 'done'));
  expect(moves?.asked({ score: 3 })?.move).toMatchObject({ to: 'b', permitted: true });
});

test('R70: the eleven, the variables of the document and the input are known, each over the one before', () => {
  const { read, ...rest } = call('work', []);
  const facts = { ...FACTS, tokens: 0, microUsd: 0, activeMs: 0, budgets: { maxParallelAgents: 1 } };
  const given = {
    ...rest,
    input: { step: 'work', machine: facts },
    material: { run: { id: 'run_1', input: { x: 2, y: 3 }, createdAt: 0 }, dependencies: {} },
    read: { ...read, machine: { ...read.machine, variables: { x: 1, z: 4 } } },
  } as unknown as NamedCall;
  expect(variablesOf(given, new Map())?.all).toMatchObject({ agent_id: 'run_1', tick: 1, x: 2, y: 3, z: 4 });
});

test.each<[string, readonly object[], readonly string[]]>([
  ['all, where no transition is declared', [], ['end', 'b', 'a']],
  [
    'those that are permitted',
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'end' },
    ],
    ['b', 'a'],
  ],
  [
    'those whose condition holds',
    [
      { from: 'a', to: 'b', condition: 'x == 5' },
      { from: 'a', to: 'end', condition: 'x == 6' },
    ],
    ['b', 'a'],
  ],
])('R71: the states that its answers lead to: %s', (_, transitions, states) => {
  expect([...(machineWork.moves(call('go', transitions), made('go', 'ship'))?.permitted ?? [])]).toEqual(states);
  expect([...(machineWork.moves(call('work', transitions), made('work', 'x'))?.permitted ?? [])]).toEqual([]);
});

test.each<[string, string, readonly object[], string | undefined]>([
  ['goes on', 'go', [], 'ship'],
  ['takes the first that is permitted', 'go', [{ from: 'a', to: 'b', condition: 'x == 5' }], 'wait'],
  ['of a step that decides nothing has no answer', 'work', [], undefined],
])('S2x-2: a rule in the place of a model %s', (_, step, transitions, answer) => {
  expect(machineWork.ruleAnswer(call(step, transitions))).toBe(answer);
});

test('R54: what is no machine, or has no names or facts, moves nowhere', () => {
  const { read, ...rest } = call('go', []);
  const { machine: _, ...plain } = read;
  const without = { ...rest, read: plain } as NamedCall;
  const unnamed = call('go', [], { names: undefined });
  const untold = call('go', [], { input: { step: 'go' } });
  for (const each of [without, unnamed, untold]) expect(machineWork.moves(each, made('go', 'ship'))).toBeUndefined();
  for (const each of [without, untold]) expect(machineWork.ruleAnswer(each)).toBeUndefined();
});
