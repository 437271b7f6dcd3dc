// Pure: what is said of a machine where it stands: how it is helped, what its calls are told of it, what its code sets and may see.
import { machineAt, type RefusedMove } from '../../../src/model/machine-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import { factsOf } from '../../../src/topologies/machine/facts.ts';
import { machine } from '../../../src/topologies/machine/rules.ts';
import { variablesOf } from '../../../src/topologies/machine/sets-variables.ts';
import { helpFor, whyStuck } from '../../../src/topologies/machine/stuck.ts';
import { stepsElsewhere } from '../../../src/topologies/machine/turn.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine, type MachineFacts } from '../../support/played/a-machine.ts';
import { coreRun } from '../../support/played/core-machine.ts';
import { aStep } from '../../support/played/plans.ts';

const WORK = { name: 'work', in_state: 'a', transition_to: 'b' };
const planOf = (facts: MachineFacts): Plan => ({
  ...accepted(aMachine(facts)).plan,
  definition: { name: 'any', version: 1, digest: 'sha256:0' },
});

/** A machine that has just been begun, standing as told. */
function standing(own: object = {}, facts: MachineFacts = { steps: [WORK] }): { plan: Plan; state: RunState } {
  const plan = planOf(facts);
  const state = coreRun(plan).state();
  return { plan, state: { ...state, own: { ...state.own, ...own } } };
}

describe('R89: how a machine that is stuck is helped', () => {
  const refused = (...moves: readonly Omit<RefusedMove, 'step'>[]) => ({
    refused: moves.map((move) => ({ step: 'work', ...move })),
  });
  const help = (own: object) => {
    const { plan, state } = standing(own);
    const [, told = '', first = '', second = ''] =
      /^(.*?) ?To help it: POST \/v1\/runs\/run_1\/redirect with (.*) or (\{.*)$/.exec(helpFor(plan, state)) ?? [];
    return { told: told.trim(), variables: JSON.parse(first).variables, state: JSON.parse(second).state };
  };

  test.each<[string, object, object]>([
    ['nothing was refused', {}, { told: '', variables: { '<name>': '<value>' }, state: 'b' }],
    [
      'no transition is declared',
      refused({ to: 'end' }),
      { told: 'The move to end that work asks for was refused: no transition from a leads there.', state: 'end' },
    ],
    [
      'conditions that do not hold, with what they saw',
      refused({
        to: 'b',
        unmet: [
          { condition: 'x > 1', saw: [{ name: 'x', value: '1' }, { name: 'y' }] },
          { condition: 'true == false', saw: [] },
        ],
      }),
      {
        told: 'The move to b that work asks for was refused: `x > 1` does not hold (x is 1, y is not known), nor `true == false` does not hold.',
        variables: { x: 1, y: '<value>' },
        state: 'b',
      },
    ],
    [
      'of what they saw only variables that a person may set are offered, as far as they were seen',
      refused({
        to: 'b',
        unmet: [
          {
            condition: 'c',
            saw: [
              { name: 'context.own', value: '"text"' },
              { name: 'cut', value: '"text th' },
              { name: 'tick', value: '3' },
              { name: 'artifact.work', value: '1' },
              { name: 'input.x', value: '2' },
            ],
          },
        ],
      }),
      { variables: { own: 'text', cut: '<value>' } },
    ],
    [
      'neither a field of one, nor a name that means something else',
      refused({
        to: 'b',
        unmet: [
          {
            condition: 'c',
            saw: [
              { name: 'own.part', value: '1' },
              { name: 'input', value: '2' },
            ],
          },
        ],
      }),
      { variables: { '<name>': '<value>' } },
    ],
    ['the newest of several names the state', refused({ to: 'b' }, { to: 'end' }), { state: 'end' }],
  ])('%s', (_, own, expected) => {
    expect(help(own)).toMatchObject(expected);
  });

  test.each<[string, object, MachineFacts, string]>([
    ['it is no end', {}, { steps: [WORK] }, 'No step can run in a, and that is no end of the machine'],
    [
      'its final states are named, and what was given up',
      { skipped: ['work'] },
      { steps: [WORK], machine: { final_states: ['b', 'end'] } },
      'No step can run in a but for work, which was given up, and no final state is reached (b, end)',
    ],
    [
      'its base case does not hold',
      { skipped: ['work', 'more'] },
      {
        steps: [WORK, { name: 'more' }],
        fields: { objective: { baseCase: { guard: { use: 'not-empty' }, on: 'work' } } },
      },
      'No step can run in a but for work, more, which were given up, and the base case does not hold',
    ],
  ])('R88: why nothing runs: %s', (_, own, facts, why) => {
    const { plan, state } = standing(own, facts);
    expect(whyStuck(plan, state)).toBe(why);
  });
});

test('R70: its calls are told of fifty artifacts at most, of all tokens, and of each layer of its variables', () => {
  const { state } = standing({ variables: { artifactId: 'art_v', digest: 'sha256:v', under: ['sha256:u'] } });
  const steps = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `s${at}`,
      { ...state.steps['work'], artifact: { id: `art_${at}`, digest: 'd' } },
    ]),
  ) as RunState['steps'];
  const usage = { ...state.usage, inputTokens: 5, outputTokens: 7 };
  const facts = factsOf({ ...state, steps, usage });
  expect(facts).toMatchObject({ tokens: 12, variables: 'sha256:v', under: ['sha256:u'] });
  expect([facts?.artifacts.length, facts?.artifacts[0]]).toEqual([50, { step: 's0', id: 'art_0', digest: 'd' }]);
  const { variables: _, under: __, ...plain } = { variables: 0, under: 0, ...factsOf(standing().state) };
  expect(factsOf(standing().state)).toEqual(plain);
  expect(factsOf(standing({ variables: { artifactId: 'art_v', digest: 'sha256:v' } }).state)).not.toHaveProperty(
    'under',
  );
});

test('R70: its calls are told of the machine, and of what its turn has begun with', () => {
  expect(machine.facts(standing().state)).toMatchObject({ machine: { state: 'a' } });
  const begun = { step: 'work', epoch: 2 };
  const facts = factsOf(standing({ begun }).state);
  expect(facts).toMatchObject({ begun });
  expect(facts).not.toHaveProperty('epoch');
  expect(factsOf(standing({ begun: undefined }).state)).not.toHaveProperty('begun');
});

test('R101: one that has a base case says so as it is created, and as a redirect gives it one', () => {
  const objective = { baseCase: { guard: { use: 'not-empty' }, on: 'work' } };
  const plan = planOf({ steps: [WORK], fields: { objective } });
  const without = standing();
  expect(machine.created(plan)).toMatchObject({ verifies: true });
  expect(machine.created(without.plan)).not.toHaveProperty('verifies');
  expect(machine.redirected(plan, without.state)).toEqual({ verifies: true });
  expect(machine.redirected(plan, standing({ baseCase: { due: false } }).state)).toEqual({});
  expect(machine.redirected(without.plan, without.state)).toEqual({});
});

describe('R103: of the steps of a turn', () => {
  const SETS = { name: 'sets', type: 'code', code: 'context["x"] = 1', in_state: 'a' };
  const set = { turn: 1, ran: ['sets'] };
  const asked = { step: 'sets', to: 'b', permitted: true };

  test.each<[string, object, readonly string[]]>([
    ['the next one', set, ['work']],
    ['the first of the next turn, once it is over', { turn: 1, ran: ['sets', 'work'] }, ['sets']],
    ['none where none runs', { turn: 1, state: 'end' }, []],
  ])('what would run next is %s', (_, own, steps) => {
    expect(machine.left(standing(own, { steps: [SETS, WORK] })).map(({ id }) => id)).toEqual(steps);
  });

  test.each<[string, object, string | undefined, readonly string[]]>([
    ['the next one', set, undefined, ['work']],
    ['none once a move is to be made', { ...set, asked }, undefined, []],
    ['none that a person is asked about', set, 'e', []],
  ])('the run_if is asked of %s', (_, own, escalation, steps) => {
    const { plan, state } = standing(own, { steps: [SETS, WORK] });
    const work = { ...state.steps['work'], ...(escalation !== undefined && { escalation }) };
    const run = { plan, state: { ...state, steps: { ...state.steps, work } as RunState['steps'] } };
    expect(machine.conditional(run, plan.steps).map(({ id }) => id)).toEqual(steps);
  });

  test('R86: what finds out what words mean is none of another state', () => {
    const { plan } = standing({}, { steps: [WORK, { name: 'after', in_state: 'b' }] });
    const steps = [...plan.steps, aStep('talk', { clarification: true })];
    expect(stepsElsewhere({ ...plan, steps }, machineAt('a'))).toEqual(['after']);
  });
});

test('R71: what code makes are its variables, those that a person gives join them; what others make are none', () => {
  const plan = planOf({ steps: [WORK, { name: 'sets', type: 'code', code: 'context["x"] = 1' }] });
  expect([variablesOf(plan, 'sets'), variablesOf(plan, 'sets', true), variablesOf(plan, 'work', true)]).toEqual([
    { variables: true },
    { variables: true, joins: true },
    {},
  ]);
});

test('S2-5-c: of the steps that other states would run a turn tells fifty', () => {
  const others = Array.from({ length: 60 }, (_, at) => ({ name: `other${at}`, in_state: 'b' }));
  const run = coreRun(planOf({ steps: [WORK, ...others] }), { work: [{ move: { to: 'end', permitted: true } }] });
  run.play();
  const [turn] = run.log.filter((event) => event.type === 'turn.started');
  expect(turn?.skipped).toHaveLength(50);
  expect(turn?.skipped?.[0]).toEqual({ step: 'other0', reason: 'state_condition' });
});

describe('R88: what may be accepted over a guard', () => {
  const steps = [
    { name: 'sets', type: 'code', code: 'context["x"] = 1' },
    { name: 'go', type: 'transition', prompt: 'Which?', transition_map: { yes: 'b' }, in_state: 'a' },
    { name: 'work' },
  ];
  const may = (step: string, own: object = {}, guard?: string) => {
    const { plan, state } = standing(own, { steps });
    const failures = guard === undefined ? [] : [{ guard }];
    const failed = { ...state, steps: { ...state.steps, [step]: { ...state.steps[step], failures } } } as RunState;
    return machine.isAcceptable({ plan, state: failed }, { step, artifactId: 'art' });
  };

  test.each<[string, Parameters<typeof may>, boolean]>([
    ['what a step made', ['work', {}, 'g'], true],
    ['what code set, over its guard', ['sets', {}, 'g'], true],
    ['code that broke', ['sets', {}, 'generator-validation'], false],
    ['an answer that leads nowhere', ['go'], false],
    ['an answer that asks for a move', ['go', { asked: { step: 'go', to: 'b', permitted: false } }], true],
    ['an answer, while another step asks', ['go', { asked: { step: 'work', to: 'b', permitted: false } }], false],
  ])('%s', (_, given, expected) => {
    expect(may(...given)).toBe(expected);
  });
});
