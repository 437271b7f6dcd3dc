// Pure: how many generations the turns to come, and the rest of the present one, can still begin.
import { raisedBound, remainingBound } from '../../../src/engine.ts';
import { type MachineState, machineAt } from '../../../src/model/machine-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { INITIAL, NEW_STEP, type RunState, type StepState } from '../../../src/model/run-state.ts';
import { mostPerTurn } from '../../../src/topologies/machine/per-turn.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';

const STEPS = [
  aStep('set', { kind: 'code', attempts: 1, inStates: ['a'] }),
  aStep('work', { attempts: 4, inStates: ['a'] }),
  aStep('more', { attempts: 9, inStates: ['a'] }),
  aStep('far', { attempts: 20, inStates: ['b'] }),
];
const TALK = aStep('talk', { attempts: 3, clarification: true });
const MACHINE = {
  states: ['a', 'b'],
  initial: 'a',
  finals: [],
  transitions: [],
  perTurn: 10,
  endsAsDeclared: true as const,
};
const planOf = (steps = STEPS): Plan => ({ ...aPlan(steps), topology: 'machine', machine: MACHINE });

interface Standing {
  readonly own?: Partial<MachineState>;
  readonly steps?: Readonly<Record<string, Partial<StepState>>>;
  readonly more?: Partial<RunState>;
}

/** In the fifth turn of five, unless told otherwise. */
function standing({ own = {}, steps = {}, more = {} }: Standing): RunState {
  return {
    ...INITIAL,
    budgets: { maxParallelAgents: 1, maxIterations: 5 },
    iterations: 5,
    steps: Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, { ...NEW_STEP, ...step }])),
    own: { ...machineAt('a'), turn: 5, ...own },
    ...more,
  };
}

const OPEN = { open: true, epoch: 1, attempt: 1, allowed: 3 };
const asked = (branch?: boolean) => ({
  steps: { work: { ...OPEN, escalation: 'e' } },
  more: { escalations: { e: { id: 'e', ...(branch && { branch }) } } } as unknown as Partial<RunState>,
});

test.each<[string, Standing, number]>([
  ['its code, and the largest of what may end it', {}, 1 + 9],
  ['the turns to come besides', { more: { iterations: 3 } }, 2 * 10 + 1 + 9],
  ['none to come once the limit is passed', { more: { iterations: 9 } }, 1 + 9],
  ['none to come without a limit', { more: { budgets: { maxParallelAgents: 1 } } }, 1 + 9],
  ['nothing before its first turn', { own: { turn: 0 } }, 0],
  ['nothing once it has moved', { own: { moved: true } }, 0],
  ['nothing once what ends it has run', { own: { ran: ['work'] } }, 0],
  ['no code that has run', { own: { ran: ['set'] } }, 9],
  ['nothing that it passed over', { own: { ran: ['set'], passedOver: ['more'] } }, 4],
  ['nothing that was given up', { own: { ran: ['set'], skipped: ['more'] } }, 4],
  ['of what has begun the rest, and nothing beside it', { steps: { work: OPEN } }, 1 + 2],
  ['nothing of what failed and waits for a person', asked(), 1],
  ['what waits for a person before it goes on', asked(true), 1 + 2],
  ['the attempts that a person gave', { steps: { more: { allowed: 11 } } }, 1 + 11],
  [
    'the attempts of its plan, where it has run before',
    { steps: { more: { sigma: 'satisfied', allowed: 11 } } },
    1 + 9,
  ],
  ['of another state what runs there', { own: { state: 'b' } }, 20],
])('R76: what is left of a turn: %s', (_, where, left) => {
  expect(remainingBound(planOf(), standing(where))).toBe(left);
});

test.each<[string, Partial<StepState>, number]>([
  ['before it begins', {}, 3],
  ['while it goes on', { ...OPEN, allowed: 3 }, 2],
  ['once it is settled', { sigma: 'satisfied' }, 0],
])('R86: what finds out what words mean counts in no turn, and by itself %s', (_, talk, left) => {
  const moved = standing({ own: { moved: true }, steps: { talk } });
  expect(remainingBound(planOf([...STEPS, TALK]), moved)).toBe(left);
});

test.each<[Partial<RunState>, number]>([
  [{}, 50],
  [{ iterations: 2 }, 50],
  [{ iterations: 7 }, 70],
  [{ budgets: { maxParallelAgents: 1 } }, 50],
])('R76: its bound follows its limit, or the turns that it has begun: %j', (more, bound) => {
  expect(raisedBound(planOf(), standing({ more }))).toBe(bound);
});

test.each<[string, readonly Parameters<typeof aStep>[], number]>([
  [
    'the dearest state counts',
    [
      ['x', { attempts: 2, inStates: ['a'] }],
      ['y', { attempts: 3, inStates: ['b'] }],
    ],
    3,
  ],
  [
    'one step ends a turn',
    [
      ['x', { attempts: 2 }],
      ['y', { attempts: 3 }],
    ],
    3,
  ],
  [
    'all its code runs before',
    [
      ['x', { kind: 'code', attempts: 1 }],
      ['z', { kind: 'code', attempts: 1 }],
      ['y', { attempts: 3 }],
    ],
    5,
  ],
  ['code alone', [['x', { kind: 'code', attempts: 1 }]], 1],
  [
    'what words mean is no part of it',
    [
      ['x', { attempts: 2 }],
      ['y', { attempts: 3, clarification: true }],
    ],
    2,
  ],
  ['nothing', [], 0],
])('R76: the most generations of one turn: %s', (_, steps, most) => {
  expect(
    mostPerTurn(
      ['a', 'b'],
      steps.map((given) => aStep(...given)),
    ),
  ).toBe(most);
});
