// Pure: what becomes of words that are being found out about, as they stand (R86), and which steps a used-up budget waits for (R103).
import { mayNeedNothing } from '../../../src/core/conditions.ts';
import type { Draft } from '../../../src/core/draft.ts';
import { interruptFor, letBe, proposeAnew } from '../../../src/core/spoken.ts';
import { isRedirecting, remainingBound, tick } from '../../../src/engine.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { StepPlan } from '../../../src/model/plan.ts';
import type { RunState, StepState } from '../../../src/model/run-state.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { groupedPlan, PASSED, type Standing, standingIn, told, underWay } from '../../support/played/standing-plan.ts';

const TALK = aStep('talk', { clarification: true, optional: true, attempts: 3 });
const LATER = aStep('later', { clarification: true, optional: true, attempts: 2 });
const plan = aPlan([aStep('a'), TALK, LATER]);
const spoken = (step: string) => ({ id: `rdr_${step}`, step, at: 0, by: 'ann', description: 'so' });

/** The words of `talk`, and then those of `later`, hold everything up. */
function standing(
  steps: Readonly<Record<string, Partial<StepState>>>,
  { more = {}, ...where }: Standing = {},
): RunState {
  const queue = [spoken('talk'), spoken('later')];
  const state = standingIn(plan, { ...where, steps, more: { redirecting: { since: 0, queue }, ...more } });
  return { ...state, own: { kind: 'dag' } };
}

const judging = (step: string): Partial<StepState> => {
  const { call, ...begun } = underWay(step);
  return { ...begun, ...(call && { call: { ...call, phase: 'guard' } }) };
};
const made = (state: RunState, move: (next: Draft) => unknown) => told(plan, state, move);

test('R86: what interrupts revokes what is generated, but not by another who speaks', () => {
  const state = standing({ a: underWay('a'), talk: underWay('talk') });
  expect(made(state, interruptFor)).toEqual(['attempt.finished a discarded']);
  expect(made(standing({ a: judging('a') }), interruptFor)).toEqual([]);
});

test.each<[string, Partial<StepState>, readonly string[]]>([
  [
    'is being made',
    underWay('talk'),
    ['attempt.finished talk discarded', 'step.waived talk', 'run.redirect_ended talk'],
  ],
  ['waits', {}, ['step.waived talk', 'run.redirect_ended talk']],
  ['was skipped', { sigma: 'waived' }, ['run.redirect_ended talk']],
])('R86: words whose proposal %s are let be', (_, talk, events) => {
  expect(made(standing({ talk }), (next) => letBe(next, 'talk', 'dropped'))).toEqual(events);
});

test('R86: why words were let be is told', () => {
  const reasons = (['expired', 'dropped'] as const).map((outcome) => {
    const events: object[] = [];
    const state = standing({});
    made(state, (next) => {
      letBe(next, 'talk', outcome);
      events.push(...next.events);
    });
    return Object(events[0]).reason;
  });
  expect(reasons).toEqual(['nobody answered in time', 'let be']);
});

test.each<[string, Partial<StepState>, readonly string[]]>([
  ['being judged', judging('talk'), ['attempt.finished talk discarded', 'step.reopened talk']],
  ['asked about', { epoch: 1, open: true, escalation: 'e0' }, ['escalation.withdrawn e0', 'step.reopened talk']],
  ['being made', underWay('talk'), []],
  ['not begun', {}, []],
  ['agreed to', { ...PASSED, escalation: 'e0' }, []],
])('R86: what another change rests on is proposed anew where it is %s', (_, talk, events) => {
  const state = standing({ talk }, { questions: [{ step: 'talk' }] });
  expect(made(state, (next) => proposeAnew(next, 'rdr_1'))).toEqual(events);
});

const types = (state: RunState, now = 0) =>
  tick(plan, state, now).map(({ type, ...rest }) => ['step' in rest && rest.step, type].filter(Boolean).join(' '));
const spent = { budgets: { maxParallelAgents: 1, maxTokens: 0 } };
const none = { budgets: { maxParallelAgents: 1, maxAttempts: 0 } };
const few = { budgets: { maxParallelAgents: 1, maxIterations: 0 } };
const escalated = { life: { status: 'escalated' as const } };
const begun = ['talk step.started', 'talk attempt.started'];
const parked = ['budget.exceeded', 'escalation.opened'];

describe('R86: until words are settled only their own step runs', () => {
  const pause = { control: { pause: { reason: '', by: 'ann', since: 0 } } };

  test.each<[string, Standing, Readonly<Record<string, Partial<StepState>>>, readonly string[]]>([
    ['it begins, though others could', {}, {}, begun],
    ['it goes on', {}, { talk: { epoch: 1, open: true, attempt: 1, allowed: 3 } }, ['talk attempt.started']],
    ['it begins while a person is asked something else', { more: escalated }, {}, begun],
    ['not once the run is parked', { more: { life: { status: 'budget_exceeded' } } }, {}, []],
    ['a pause is in force once nothing is under way', { more: pause }, {}, ['run.paused']],
    ['but not before', { more: pause }, { talk: underWay('talk') }, []],
    ['and only once', { more: { ...pause, life: { status: 'paused' } } }, {}, []],
    ['a budget that is used up parks it', { more: spent }, {}, parked],
    ['also where it is asked already', { more: { ...spent, ...escalated } }, {}, parked],
    ['since rules 3', { more: { ...spent, ...escalated }, rules: 3 }, {}, parked],
    ['but not before', { more: { ...spent, ...escalated }, rules: 2 }, {}, begun],
    ['where it goes on, then too', { more: spent, rules: 2 }, {}, parked],
    ['no attempt is left', { more: none }, {}, parked],
    ['nobody is told twice that none is', { more: { ...none, ...escalated }, rules: 2 }, {}, []],
    ['they are no iterations', { more: few }, {}, begun],
    [
      'nobody is waited for while its guard judges what a person wrote',
      { questions: [{ step: 'talk', branch: true }] },
      { talk: { ...judging('talk'), escalation: 'e0' } },
      [],
    ],
    ['nor once it is agreed to', { questions: [{ step: 'a', branch: true }] }, { talk: PASSED }, []],
  ])('%s', (_, where, steps, events) => {
    expect(types(standing(steps, where))).toEqual(events);
  });

  test('R26: a run that is to fail makes nothing else than what they still need', () => {
    const failing = { failing: { code: 'x', detail: 'y' } };
    expect(remainingBound(plan, standing({}, { more: failing }))).toBe(5);
    expect(
      remainingBound(plan, standing({ talk: { epoch: 1, open: true, attempt: 1, allowed: 3 } }, { more: failing })),
    ).toBe(4);
  });
});

describe('api 4: words that interrupt nothing are found out about though a person is asked', () => {
  const all = [...begun, 'later step.started', 'later attempt.started'];
  const again = { talk: { epoch: 1, open: true, attempt: 1, allowed: 3 }, later: PASSED };

  test.each<[string, Partial<RunState>, Rules, Readonly<Record<string, Partial<StepState>>>, readonly string[]]>([
    ['all begin', {}, 6, {}, all],
    ['a budget that is used up parks the run', spent, 6, {}, parked],
    ['since rules 3', spent, 3, {}, parked],
    ['but not before', spent, 2, {}, all],
    ['so does one that has no attempt left', none, 6, {}, parked],
    ['before rules 3 nothing begins then', none, 2, {}, []],
    ['they are iterations', few, 6, {}, parked],
    ['but not where they go on', few, 6, again, ['talk attempt.started']],
  ])('%s', (_, more, rules, steps, events) => {
    const { redirecting: _redirecting, ...state } = standing(steps, { more: { ...more, ...escalated }, rules });
    expect(types(state)).toEqual(events);
  });
});

describe('R121: whether it is being found out what somebody said', () => {
  const before = (steps: Readonly<Record<string, Partial<StepState>>>, gone: readonly string[] = []) => {
    const { redirecting: _, ...state } = standing(steps);
    return { ...state, steps: Object.fromEntries(Object.entries(state.steps).filter(([id]) => !gone.includes(id))) };
  };

  test.each<[string, RunState, boolean]>([
    ['while it holds everything up', standing({ talk: PASSED, later: PASSED }), true],
    ['beside the work, as before', before({ later: PASSED }), true],
    ['not once it is settled', before({ talk: PASSED, later: PASSED }), false],
    ['not of what joins later', before({}, ['talk', 'later']), false],
  ])('%s', (_, state, is) => {
    expect(isRedirecting(state, plan.steps)).toBe(is);
  });
});

test('R90: a run that is complete says which words it did not wait for', () => {
  const { redirecting: _, ...state } = standing({ a: PASSED, later: PASSED });
  const done = aPlan([aStep('a'), TALK, LATER], {}, ['a']);
  expect(
    tick(done, state, 0).map(({ type, ...rest }) => ['step' in rest && rest.step, type].filter(Boolean).join(' ')),
  ).toEqual(['talk note.added', 'run.closed']);
});

describe('R103: a used-up budget does not park a run that may need nothing', () => {
  const asks = (id: string, more: Partial<StepPlan> = {}) => aStep(id, { conditional: true, ...more });
  const may = (
    steps: readonly StepPlan[],
    states: Readonly<Record<string, Partial<StepState>>> = {},
    rules: Rules = 6,
  ) => {
    const of = aPlan(steps);
    return mayNeedNothing(of, { ...standingIn(of, { steps: states, rules }), own: { kind: 'dag' } });
  };

  test.each<[string, readonly StepPlan[], Readonly<Record<string, Partial<StepState>>>, boolean]>([
    ['all that is left waits for its `when`', [asks('a'), asks('b')], {}, true],
    ['one is left that has none', [asks('a'), aStep('b')], {}, false],
    ['one was let run', [asks('a'), asks('b')], { a: { applies: 1 } }, false],
    ['what has none is settled', [asks('a'), aStep('b')], { b: PASSED }, true],
    ['what has none is under way', [asks('a'), aStep('b')], { b: underWay('b') }, true],
    ['what has none waits for a person', [asks('a'), aStep('b')], { b: { escalation: 'e0' } }, true],
    ['a person is asked whether it is for this run', [asks('a')], { a: { escalation: 'e0' } }, true],
    ['what finds out what words mean does not count', [asks('a'), TALK], {}, true],
    [
      'nor what prepares a step that is settled',
      [asks('a'), aStep('b'), aStep('p', { companionOf: 'b' })],
      { b: PASSED },
      true,
    ],
    ['what prepares one that is not does', [asks('a'), aStep('p', { companionOf: 'a' })], {}, false],
    ['nothing is left', [asks('a')], { a: PASSED }, false],
    ['nothing has one', [aStep('a')], {}, false],
  ])('%s', (_, steps, states, is) => {
    expect(may(steps, states)).toBe(is);
  });

  test('of a search a choice that is not taken does not count', () => {
    const steps = [asks('jwt', { orGroup: 'auth' }), aStep('sso', { orGroup: 'auth' })];
    const of = groupedPlan(steps, [{ id: 'auth', choices: ['jwt', 'sso'] }]);
    expect(mayNeedNothing(of, standingIn(of, { groups: { auth: { taken: ['jwt'] } } }))).toBe(true);
  });
});
