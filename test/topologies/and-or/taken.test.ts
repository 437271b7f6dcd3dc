// Pure: which choice a search takes next as it stands, tries again, or lets win (S1-2.4-b, S1-5, R13).
import type { Draft } from '../../../src/core/draft.ts';
import { draft, rulesOf } from '../../../src/engine.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { GroupPlan } from '../../../src/model/plan.ts';
import { aStep } from '../../support/played/plans.ts';
import {
  AUTH,
  answered,
  type Given,
  groupedPlan,
  made,
  PASSED,
  AUTH_STEPS as STEPS,
  type Standing,
  standingIn,
  told,
  underWay,
} from '../../support/played/standing-plan.ts';

const reasonsOf = ({ groups = [AUTH], steps = STEPS, standing = {} }: Given, move: (next: Draft) => unknown) => {
  const plan = groupedPlan(steps, groups);
  const next = draft(plan, standingIn(plan, standing), 0);
  move(next);
  return next.events.flatMap((event) => (event.type === 'branch.selected' ? [`${event.choice}: ${event.reason}`] : []));
};

const prepare = (next: Draft) => rulesOf(next.plan).prepare(next);
const racing = [{ ...AUTH, speculative: true }];
const needing = (...ids: readonly string[]) => [
  ...STEPS.map((step) => (ids.includes(step.id) ? { ...step, requires: ['first'] } : step)),
  aStep('first'),
];
const at = (standing: Standing): Given => ({ standing });

describe('S1-5: which choice is taken', () => {
  test.each<[string, Given, readonly string[]]>([
    ['the first', {}, ['jwt: the first choice']],
    [
      'all that may be tried at once',
      { groups: racing },
      ['jwt: 3 choices are tried at once', 'sso: 3 choices are tried at once', 'none: 3 choices are tried at once'],
    ],
    [
      'also where only one of them can run now',
      { groups: racing, steps: needing('jwt', 'sso', 'both') },
      ['jwt: 3 choices are tried at once', 'sso: 3 choices are tried at once', 'none: 3 choices are tried at once'],
    ],
    ['not where none of them can', { groups: racing, steps: needing('jwt', 'sso', 'none', 'both') }, []],
    ['the next, once one has failed', at({ groups: { auth: { failed: ['jwt'] } } }), ['sso: jwt failed']],
    [
      'the one that had won before',
      at({ groups: { auth: { failed: ['jwt'], first: 'none' } } }),
      ['none: it had won before what it depends on made way'],
    ],
    [
      'unless that has failed since',
      at({ groups: { auth: { failed: ['none'], first: 'none' } } }),
      ['jwt: none failed'],
    ],
    [
      'the first of those that were brought along',
      { steps: STEPS.map((step) => (step.id === 'sso' || step.id === 'none' ? { ...step, seeded: true } : step)) },
      ['sso: its artifact was brought along'],
    ],
    ['none while one is tried', at({ groups: { auth: { taken: ['jwt'] } } }), []],
    [
      'none while one has won, although it is made again',
      at({ groups: { auth: { taken: ['jwt'], winner: 'jwt' } } }),
      [],
    ],
    ['none where none is left', at({ groups: { auth: { failed: ['jwt', 'sso', 'none'] } } }), []],
    ['none that cannot run yet', { steps: needing('jwt', 'both') }, []],
    [
      'none of a group in a branch that is not taken',
      {
        groups: [{ ...AUTH, branches: ['docs'] }],
        steps: STEPS.map((step) => (step.id === 'docs' ? { ...step, orGroup: 'other', requires: [] } : step)),
      },
      [],
    ],
  ])('%s', (_, given, reasons) => {
    expect(reasonsOf(given, prepare)).toEqual(reasons);
  });

  test.each<[string, Given, readonly string[]]>([
    [
      'the first that can run, where nothing else can',
      { steps: needing('jwt', 'both') },
      ['sso: the choices before it cannot run'],
    ],
    [
      'none while one is tried',
      { steps: needing('jwt', 'both'), standing: { groups: { auth: { taken: ['none'] } } } },
      [],
    ],
    [
      'none of a group that is settled',
      { steps: needing('jwt', 'both'), standing: { groups: { auth: { winner: 'none' } }, steps: { none: PASSED } } },
      [],
    ],
    ['none that cannot run', { steps: needing('jwt', 'sso', 'none', 'both') }, []],
    [
      'none of a group in a branch that is not taken',
      {
        groups: [{ ...AUTH, branches: ['docs'] }],
        steps: STEPS.map((step) => (step.id === 'docs' ? { ...step, orGroup: 'other', requires: [] } : step)),
      },
      [],
    ],
  ])('S1-5: later, %s', (_, given, reasons) => {
    expect(reasonsOf(given, (next) => rulesOf(next.plan).otherwise(next))).toEqual(reasons);
    expect(answered(given, (next) => rulesOf(next.plan).otherwise(next))).toBe(reasons.length > 0);
  });

  test('R81: why choices are tried one by one is said once, and in short', () => {
    const groups = [{ ...AUTH, sequentialBecause: 'x'.repeat(400) }];
    const notes = (standing: Standing) => {
      const plan = groupedPlan(STEPS, groups);
      const next = draft(plan, standingIn(plan, standing), 0);
      prepare(next);
      return next.events.flatMap((event) => (event.type === 'note.added' ? [event.text] : []));
    };
    expect(notes({}).map(({ length }) => length)).toEqual([300]);
    expect(notes({})[0]).toMatch(/^The choices of auth are tried one by one: xxx/);
    expect(notes({ groups: { auth: { failed: ['jwt'] } } })).toEqual([]);
    expect(notes({ groups: { auth: { taken: ['jwt'], failed: ['jwt'] } } })).toEqual([]);
  });

  test.each<[Rules, string]>([
    [6, 'branch.selected jwt forced'],
    [3, 'branch.selected jwt forced'],
    [2, 'branch.selected jwt'],
  ])('R85: what a person has forced stays so where it is taken again, by rules %d', (rules, event) => {
    expect(made(at({ groups: { auth: { forced: 'jwt' } }, rules }), prepare)).toEqual([event]);
    expect(made(at({ groups: { auth: { forced: 'none' } }, rules }), prepare)).toEqual(['branch.selected jwt']);
  });
});

describe('S1-2.4-b: a choice that was tried before begins anew', () => {
  const jwt = (step: object, more: Standing = {}): Given => at({ steps: { jwt: step }, ...more });
  const taken = 'branch.selected jwt';
  const used = { epoch: 1, open: true, attempt: 2, allowed: 2 };
  const asked = { steps: { jwt: { ...used, attempt: 1, escalation: 'e0' } }, questions: [{ step: 'jwt' }] };

  test.each<[string, Given, readonly string[]]>([
    ['its attempts are used up', jwt(used), [taken, 'step.reopened jwt']],
    ['it has some left', jwt({ ...used, attempt: 1 }), [taken]],
    ['its epoch is over', jwt({ ...used, open: false }), [taken]],
    ['it was judged fatal', jwt({ ...used, sigma: 'fatal', attempt: 1 }), [taken, 'step.reopened jwt']],
    ['it was never begun', jwt({ sigma: 'fatal' }), [taken]],
    ['its last attempt is under way', jwt(underWay('jwt', { allowed: 1 })), [taken]],
    ['so it is by rules 4', jwt(underWay('jwt', { allowed: 1 }), { rules: 4 }), [taken]],
    [
      'before rules 4 that was cut off',
      jwt(underWay('jwt', { allowed: 1 }), { rules: 3 }),
      [taken, 'step.reopened jwt'],
    ],
    ['a person is asked about it', at(asked), [taken, 'escalation.withdrawn e0', 'step.reopened jwt']],
    ['by rules 3 too', at({ ...asked, rules: 3 }), [taken, 'escalation.withdrawn e0', 'step.reopened jwt']],
    ['what works for it, too', at({ steps: { both: used } }), [taken, 'step.reopened both']],
    [
      'by rules 4 its call and every question are dropped',
      at({ steps: { jwt: underWay('jwt', { sigma: 'fatal' }) }, questions: [{ step: 'jwt' }], rules: 4 }),
      [taken, 'attempt.finished jwt discarded', 'escalation.withdrawn e0', 'step.reopened jwt'],
    ],
  ])('where %s', (_, given, events) => {
    expect(made(given, prepare)).toEqual(events);
  });

  test('by itself, or because of a person’s correction', () => {
    const opened = (corrections?: object) => {
      const plan = groupedPlan(STEPS, [AUTH]);
      const next = draft(plan, standingIn(plan, { steps: { jwt: used }, more: { ...corrections } }), 0);
      prepare(next);
      const { cause, automatic } = Object(next.events.find(({ type }) => type === 'step.reopened'));
      return { cause, automatic };
    };
    expect(opened()).toEqual({ cause: 'auth', automatic: true });
    expect(opened({ corrections: [{ id: 'rdr_1' }, { id: 'rdr_2' }] })).toEqual({
      cause: 'rdr_2',
      automatic: undefined,
    });
  });
});

test.each<[Rules, string]>([
  [6, 'basecase.verified'],
  [4, 'basecase.verified'],
  [3, 'branch.won jwt'],
])('R101: what is chosen and was done before has the base case looked at, by rules %d: %s', (rules, last) => {
  const plan = groupedPlan(STEPS, [AUTH]);
  expect(told(plan, standingIn(plan, { steps: { jwt: PASSED }, rules }), prepare).at(-1)).toBe(last);
});

describe('R13: the first choice that is settled wins', () => {
  const raced = { auth: { taken: ['jwt', 'sso', 'none'], failed: ['none'] } };
  const cutOff = (rules: Rules | 'none', groups: readonly GroupPlan[]) => {
    const plan = groupedPlan(STEPS, groups);
    const state = standingIn(plan, { groups: raced, steps: { sso: PASSED, jwt: underWay('jwt') }, rules });
    const next = draft(plan, state, 0);
    prepare(next);
    return Object(next.events.find(({ type }) => type === 'branch.won')).cutOff;
  };

  test('of several the one that was taken first', () => {
    const both = at({ groups: { auth: { taken: ['jwt', 'sso'] } }, steps: { jwt: PASSED, sso: PASSED } });
    expect(made(both, prepare)).toEqual(['branch.won jwt', 'branch.lost sso']);
  });

  test('R102: of a race it is told what it cuts off, since rules 2', () => {
    expect([cutOff(6, racing), cutOff(2, racing)]).toEqual([['jwt'], ['jwt']]);
    expect([cutOff('none', racing), cutOff(6, [AUTH])]).toEqual([undefined, undefined]);
  });

  test('R51: what is done for another choice that is tried goes on', () => {
    const other = { id: 'store', choices: ['sql', 'files'] };
    const steps = [
      ...STEPS,
      aStep('sql', { orGroup: 'store' }),
      aStep('files', { orGroup: 'store' }),
      aStep('shared', { branches: ['sso', 'sql'] }),
      aStep('own', { branches: ['sso'] }),
    ];
    const groups = { auth: { taken: ['jwt', 'sso'] }, store: { taken: ['sql'] } };
    const working = { jwt: PASSED, shared: underWay('shared'), own: underWay('own'), both: underWay('both') };
    const events = made({ groups: [AUTH, other], steps, standing: { groups, steps: working } }, prepare);
    expect(events).toEqual(['branch.won jwt', 'attempt.finished own discarded', 'branch.lost sso']);
  });
});

describe('R103: what comes before a step was skipped', () => {
  const steps = [
    aStep('jwt', { orGroup: 'auth' }),
    aStep('sso', { orGroup: 'auth' }),
    aStep('probe', { companionOf: 'jwt', branches: ['jwt'] }),
  ];
  const skipped = { sigma: 'waived' as const, epoch: 1 };
  const groups = { auth: { taken: ['jwt'] } };

  test.each<[string, Standing, readonly string[]]>([
    [
      'and made nothing: the step is, too',
      { groups, steps: { probe: skipped } },
      ['step.waived jwt', 'branch.won jwt'],
    ],
    ['but left an artifact', { groups, steps: { probe: { ...skipped, artifact: { id: 'a', digest: 'd' } } } }, []],
    ['of a choice that is not taken', { groups: { auth: { taken: ['sso'] } }, steps: { probe: skipped } }, []],
    [
      'of a step that is settled',
      { groups: { auth: { taken: ['jwt'], winner: 'jwt' } }, steps: { probe: skipped, jwt: PASSED } },
      [],
    ],
    ['not at all', { groups, steps: { probe: { epoch: 1 } } }, []],
  ])('%s', (_, standing, events) => {
    expect(made({ steps, standing, groups: [{ id: 'auth', choices: ['jwt', 'sso'] }] }, prepare)).toEqual(events);
  });
});
