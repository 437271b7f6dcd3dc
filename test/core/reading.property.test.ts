// Pure: random definitions published and played with people in them, and their logs read by the contract alone: nothing of the reading knows the engine.

import { FEW_TIMES } from '../support/properties.ts';
import { anyGraph, anySearching } from '../support/random/documents.ts';
import { anyStateMachine } from '../support/random/machine-documents.ts';
import { type Readings, readAll, shortest } from '../support/reading/readings.ts';

/** What is read, with the rulings by which. */
const READ: readonly (readonly [string, readonly string[]])[] = [
  ['R1, R25, R28: an epoch has the attempts that it may have, in order, on its rung', ['R1', 'R25', 'R28']],
  [
    'S3-D3-a, R12, R61: a step begins once all that it requires is there, and what could begin does before a run rests',
    ['S3-D3-a', 'S3-D2-b', 'R12', 'S0-S3'],
  ],
  ['design 3, R60: a tree of guards says what its leaves and the people among them make of it', ['R60', 'R73']],
  [
    'R4, R20, R34, R59, R66, R77: what follows a rejection is what the policies say: refine, climb, go back, ask, skip, fail',
    ['R4', 'R20', 'R34', 'R59', 'R66', 'R77'],
  ],
  ['R6, R17, R19, R23: going in circles is noticed when it is, and never else', ['R17']],
  ['R15: a fatal verdict asks at once', ['R15']],
  ['R61: a retry is told of every rejected attempt of its epoch', ['R61']],
  [
    'S3-D7-d, R64: exactly what depends on it is reset, and what is undone asks nothing (R44)',
    ['S3-D7-d', 'S3-D8-d', 'R44'],
  ],
  ['R27: what is revoked changes nothing, and nothing is judged that is not under way', ['R27']],
  ['R30, R45, R47: a parked or paused run begins nothing, and its status says which it is', ['R30', 'R45', 'R47']],
  [
    'R41 to R43, R81: people are asked what is theirs, and their answers do what they say',
    ['R41', 'R42', 'R43', 'R81', 'R32', 'R49'],
  ],
  ['R103, R109: a when is asked before anything of its step, once, and is what it is', ['R103', 'R109']],
  [
    'S1-7.5-a, S1-7.2.1-b: never more at once than may be, and never two that share a resource',
    ['S1-7.5-a', 'S1-7.2.1-b'],
  ],
  [
    'R51, R85, R91: no person is asked while another choice is left; a swap resets what depends on the group',
    ['R51', 'R85', 'R91', 'S1-2.4-b', 'S1-7.2.2-a'],
  ],
  ['R102: a group has one winner, the first that passes', ['R102']],
  [
    'S1-2.1-b, R101: a base case that holds ends the run, parked or not; nothing else completes it',
    ['R101', 'S1-2.1-b'],
  ],
  ['R104: at an end each accepted step that counts has its binding', ['R104']],
  [
    'R53, R54, R72, R88, R89: a machine moves along its transitions, in turns, and ends where it may',
    ['S2-1-a', 'S2-1-b', 'R54', 'R72', 'R88', 'R89'],
  ],
];

const TOPOLOGIES = [
  [
    'dag',
    anyGraph,
    180,
    ['ladder.climbed', 'backtrack.started', 'stagnated', 'attempts_exhausted', 'approval', 'input', 'condition'],
  ],
  [
    'and-or',
    anySearching,
    160,
    ['branch.swapped', 'branch.failed', 'or_exhausted', 'stalled', 'deadlock', 'infeasible', 'basecase.verified'],
  ],
  ['machine', anyStateMachine, 160, ['machine.transitioned', 'turn.started', 'stalled', 'deadlock', 'budget']],
] as const;

/** Everywhere. */
const COMMON = [
  'run.redirected',
  'run.paused',
  'run.resumed',
  'escalation.decided',
  'step.waived',
  'fatal',
  'infrastructure',
];

describe.each(TOPOLOGIES)('random definitions of topology %s', (_, documents, count, kinds) => {
  let readings: Readings;

  beforeAll(async () => {
    readings = await readAll(documents, count, FEW_TIMES);
  }, 240_000);

  test.each(READ)('%s', (__, rules) => {
    expect(shortest(readings, (rule) => rules.includes(rule))).toBe('');
  });

  test('no other ruling is broken', () => {
    const known = READ.flatMap(([, rules]) => rules);
    expect(shortest(readings, (rule) => !known.includes(rule))).toBe('');
  });

  test('most are published, and everything that is read happens', () => {
    const { published, refused, seen } = readings;
    expect(refused * 4).toBeLessThan(published);
    const missing = [...COMMON, ...kinds].filter((kind) => !seen.has(kind));
    expect(missing).toEqual([]);
  });
});
