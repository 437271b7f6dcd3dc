// Pure: what runs that began under earlier rules still do as they did (src/model/events/run.ts, RULES).
import { infeasible } from '../../../src/core/moves/infeasible.ts';
import { absorb, wanted } from '../../../src/engine.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { DecideRequest, RedirectRequest } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { aMachine, aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import {
  AUTH,
  AUTH_STEPS,
  groupedPlan,
  PASSED,
  standingIn,
  told,
  underWay,
} from '../../support/played/standing-plan.ts';

const MINE = { artifactId: 'art_mine', digest: 'sha256:mine' };
const OTHER = { artifactId: 'art_2', digest: 'sha256:2' };
const tokenOf = (run: Playing) => wanted(run.state)[0]?.token ?? '';
const asked = (run: Playing) => openEscalations(run.state).map(({ kind }) => kind);

function answer(run: Playing, kind: string, decision: Omit<DecideRequest, 'kind' | 'escalationId'>): void {
  const question = openEscalations(run.state).find((one) => one.kind === kind);
  run.do({ kind: 'decide', escalationId: question?.id ?? '', by: 'ann', ...decision });
}

/** The one attempt of `a` was rejected. */
function rejected(rules: Rules, plan: Plan = aPlan([aStep('a', { attempts: 1 }), aStep('b', { requires: ['a'] })])) {
  const run = playing(plan, { rules });
  const token = tokenOf(run);
  run.do(generated(token));
  run.do(judged(token, 'retry'));
  return run;
}

test.each<[Rules, boolean]>([
  [6, true],
  [4, true],
  [3, false],
])('R43: by rules %d an artifact that is approved over its guard ends the judging of another: %s', (rules, ends) => {
  const run = rejected(rules);
  answer(run, 'attempts_exhausted', { action: 'amend', ...MINE });
  const { length } = run.log;
  answer(run, 'attempts_exhausted', { action: 'approve' });
  expect(run.log.slice(length).some(({ type }) => type === 'attempt.finished')).toBe(ends);
});

test.each<[Rules, readonly string[]]>([
  [6, []],
  [5, []],
  [4, ['attempts_exhausted']],
])(
  'R44: by rules %d what is approved for a leaf that refused it settles every question: %j are left',
  (rules, left) => {
    const run = rejected(rules);
    answer(run, 'attempts_exhausted', { action: 'amend', ...MINE });
    run.do({ kind: 'pending', token: tokenOf(run), leaf: 'human' });
    answer(run, 'approval', { action: 'amend', ...OTHER });
    run.do(judged(tokenOf(run), 'retry'));
    answer(run, 'approval', { action: 'approve', artifactDigest: OTHER.digest });
    expect(run.state.steps['a']?.sigma).toBe('waived');
    expect(asked(run)).toEqual(left);
  },
);

test('R44: what is decided of one step leaves the questions about others', () => {
  const run = playing(aPlan([aStep('a', { attempts: 1 }), aStep('b', { approval: true })]));
  const token = tokenOf(run);
  run.do(generated(token));
  run.do(judged(token, 'retry'));
  expect(asked(run)).toEqual(['approval', 'attempts_exhausted']);
  answer(run, 'attempts_exhausted', { action: 'skip' });
  expect(asked(run)).toEqual(['approval']);
});

test.each<[Rules, object]>([
  [6, { variables: true, joins: true }],
  [5, { variables: true, joins: true }],
  [4, { variables: true }],
])('R89: by rules %d variables that a person gave and accepts say %j', (rules, said) => {
  const machine = aMachine(['s']);
  const plan: Plan = { ...aPlan([aStep('a', { kind: 'code', attempts: 1 })]), topology: 'machine', machine };
  const run = rejected(rules, plan);
  answer(run, 'attempts_exhausted', { action: 'amend', ...MINE });
  run.do(judged(tokenOf(run), 'retry'));
  answer(run, 'attempts_exhausted', { action: 'approve', artifactDigest: MINE.digest });
  const { variables, joins } = Object(run.log.findLast(({ type }) => type === 'step.waived'));
  expect({ variables, ...(joins === true && { joins }) }).toEqual(said);
});

test.each<Rules>([6, 3])('R91: by rules %d what a probe finds for a choice that has won is asked about', (rules) => {
  const probe = aStep('probe', { branches: ['jwt'], onInfeasible: 'escalate' });
  const plan = groupedPlan([...AUTH_STEPS, probe, aStep('after', { requires: ['probe'] })], [AUTH]);
  const state = standingIn(plan, {
    groups: { auth: { taken: ['jwt'], winner: 'jwt' } },
    steps: { jwt: PASSED, probe: PASSED },
    rules,
    more: { budgets: { maxParallelAgents: 1, maxSwaps: 0 } },
  });
  const place = { step: 'probe', epoch: 1, attempt: 1, token: 't', n: 1 };
  const call = { ...place, phase: 'guard', source: 'generated', artifactId: 'art', digest: 'd' } as const;
  expect(told(plan, state, (next) => infeasible(next, call))).toEqual(['escalation.opened probe']);
});

test.each<[Rules, readonly string[]]>([
  [6, ['run.redirected', 'step.invalidated docs', 'attempt.finished sso']],
  [4, ['run.redirected', 'step.invalidated docs', 'attempt.finished sso']],
  [3, ['run.redirected', 'attempt.finished sso', 'step.invalidated docs']],
  [2, ['run.redirected', 'step.invalidated docs']],
])('S1-3.4-b: by rules %d a new objective lets go of what is judged and not tried next', (rules, events) => {
  const plan = groupedPlan(AUTH_STEPS, [AUTH]);
  const call = {
    step: 'sso',
    epoch: 1,
    attempt: 1,
    token: 't',
    n: 1,
    phase: 'guard' as const,
    source: 'generated' as const,
  };
  const state = standingIn(plan, {
    groups: { auth: { taken: ['sso'], failed: ['jwt'] } },
    steps: { sso: underWay('sso', { call }), docs: PASSED },
    rules,
  });
  const request = (type: RedirectRequest['type']): RedirectRequest => ({
    kind: 'redirect',
    prepared: true,
    type,
    description: 'so',
    reset: ['docs'],
  });
  const made = (type: RedirectRequest['type']) =>
    absorb(plan, state, request(type), 0).map((event) =>
      ['type' in event && event.type, Object(event).step].filter(Boolean).join(' '),
    );
  expect(made('objective_change')).toEqual(events);
  expect(made('constraint_change')).toEqual(['run.redirected', 'step.invalidated docs']);
});
