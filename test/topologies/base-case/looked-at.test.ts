// Pure: when a base case is looked at in a run that does not go on by itself, and which questions about it stay (R63, R101).
import { ownCalls, rulesOf } from '../../../src/engine.ts';
import type { CallResult } from '../../../src/model/call-result.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { EscalationState } from '../../../src/model/run-state.ts';
import type { BaseCaseState } from '../../../src/model/search-state.ts';
import { onceAsserted } from '../../../src/topologies/base-case/once-asserted.ts';
import { aMachine, aPlan, aStep } from '../../support/played/plans.ts';
import { groupedPlan, PASSED, type Standing, standingIn, told } from '../../support/played/standing-plan.ts';

const STEPS = [aStep('a'), aStep('b')];
const BASE_CASE = { all: [{ leaf: 'l1', on: 'a' }, { leaf: 'l2' }] };
const search: Plan = Object.assign(groupedPlan(STEPS, []), { baseCase: BASE_CASE });
const machine: Plan = Object.assign(aPlan(STEPS), {
  topology: 'machine' as const,
  machine: aMachine(['s']),
  baseCase: BASE_CASE,
});

function standing(plan: Plan, baseCase: Partial<BaseCaseState>, more: Standing = {}) {
  const state = standingIn(plan, { steps: { a: PASSED }, ...more });
  return { ...state, own: { ...state.own, baseCase: { due: true, ...baseCase } } };
}

test.each<[string, Rules | 'none', boolean, readonly string[]]>([
  ['is looked at', 6, false, ['basecase.started']],
  ['is looked at since rules 2', 2, false, ['basecase.started']],
  ['was not before', 'none', false, []],
  ['is not while nobody has said what it is for', 6, true, []],
])('R101: a base case of a run that rests %s', (_, rules, unaligned, events) => {
  for (const plan of [search, machine]) {
    const state = standing(plan, {}, { rules, more: { ...(unaligned && { unaligned }) } });
    expect(told(plan, state, (next) => rulesOf(plan).lookAgain(next))).toEqual(events);
  }
});

describe('R63: questions about its leaves', () => {
  const asked = (...leaves: readonly string[]): readonly Partial<EscalationState>[] =>
    leaves.map((leaf) => ({ kind: 'assertion', leaf }));
  const pending = (more: object = {}) => ({ kind: 'pending', token: 'v1', leaf: 'l2', ...more }) as CallResult;
  const verified = (passed: boolean) =>
    ({ kind: 'verified', token: 'v1', passed, artifactId: 'art', digest: 'd' }) as CallResult;
  const answered = (
    result: CallResult,
    questions: readonly Partial<EscalationState>[],
    baseCase: Partial<BaseCaseState> = {},
    more: Standing = {},
  ) =>
    told(search, standing(search, { due: false, token: 'v1', ...baseCase }, { questions, ...more }), (next) =>
      rulesOf(search).answered(next, result),
    );

  test.each<[string, () => readonly string[], readonly string[]]>([
    [
      'need no answer once it does not hold',
      () => answered(verified(false), asked('l1', 'l2')),
      ['basecase.verified', 'escalation.withdrawn e0', 'escalation.withdrawn e1'],
    ],
    ['are left once it holds, since the run ends', () => answered(verified(true), asked('l1')), ['basecase.verified']],
    [
      'of others are not its own',
      () => answered(verified(false), [{ kind: 'fatal', step: 'a' }]),
      ['basecase.verified'],
    ],
    [
      'need none while work is left that may show more',
      () => answered(pending({ early: true }), asked('l1')),
      ['basecase.verified', 'escalation.withdrawn e0'],
    ],
    [
      'are asked once nothing is left',
      () => answered(pending({ early: true }), [], {}, { steps: { a: PASSED, b: PASSED } }),
      ['escalation.opened esc__1'],
    ],
    [
      'are asked beside the work, but those that it hinges on no more',
      () => answered(pending({ beside: true }), asked('l1')),
      ['basecase.verified', 'escalation.withdrawn e0', 'escalation.opened esc__3'],
    ],
    ['are asked once', () => answered(pending({ beside: true }), asked('l2')), ['basecase.verified']],
    [
      'are not asked where they were answered',
      () => answered(pending({ beside: true }), [], { answers: { l2: false } }),
      ['basecase.verified'],
    ],
    [
      'are asked where another was answered',
      () => answered(pending({ beside: true }), [], { answers: { l1: false } }),
      ['basecase.verified', 'escalation.opened esc__2'],
    ],
    [
      'are asked though a step asks of the same name',
      () => answered(pending({ beside: true }), [{ kind: 'approval', leaf: 'l2', step: 'a' }]),
      ['basecase.verified', 'escalation.opened esc__2'],
    ],
  ])('%s', (_, made, expected) => {
    expect(made()).toEqual(expected);
  });

  test('need no answer where the log alone shows that it does not hold', () => {
    const state = standing(search, {}, { steps: {}, questions: asked('l2') });
    expect(told(search, state, (next) => rulesOf(search).lookAgain(next))).toEqual([
      'basecase.verified',
      'escalation.withdrawn e0',
    ]);
  });

  test('R101: a verification in flight is a call of the run, and none while a person is asked', () => {
    expect(ownCalls(search, standing(search, { token: 'v1' }))).toEqual([
      { phase: 'verify', token: 'v1', answers: {} },
    ]);
    expect(ownCalls(search, standing(search, { token: 'v1', pending: 'l2' }))).toEqual([]);
  });
});

describe('R63: what an answer is sure to bring about', () => {
  const once = (
    action: Parameters<typeof onceAsserted>[2],
    {
      kind = 'assertion',
      leaf = 'l2',
      answers = {},
      steps = { a: PASSED },
      plan = search,
    }: {
      kind?: EscalationState['kind'];
      leaf?: string;
      answers?: object;
      steps?: Standing['steps'] & object;
      plan?: Plan;
    } = {},
  ) =>
    onceAsserted(
      { plan, state: standing(plan, { answers } as Partial<BaseCaseState>, { steps }) },
      { kind, leaf },
      action,
    );

  test.each<[string, () => ReturnType<typeof once>, ReturnType<typeof once>]>([
    ['yes, where all else holds', () => once('approve', { answers: { l1: true } }), 'pass'],
    ['yes, where the rest is not known', () => once('approve'), undefined],
    ['no, whatever the rest is', () => once('reject'), 'retry'],
    ['yes, where a step of it is not accepted', () => once('approve', { answers: { l1: true }, steps: {} }), 'retry'],
    ['an answer of another kind', () => once('skip'), undefined],
    ['an answer to another question', () => once('reject', { kind: 'approval' }), undefined],
    ['a run without a base case', () => once('reject', { plan: aPlan(STEPS) }), undefined],
  ])('%s', (_, find, expected) => {
    expect(find()).toBe(expected);
  });
});
