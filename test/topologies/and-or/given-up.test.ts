// Pure: what fails with a choice as a search stands, and what is left to others (S1-2.2-b, R15, R51).
import type { Draft } from '../../../src/core/draft.ts';
import { draft, rulesOf } from '../../../src/engine.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { GroupPlan } from '../../../src/model/plan.ts';
import type { TrailEntry } from '../../../src/model/run-state.ts';
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
  underWay,
} from '../../support/played/standing-plan.ts';

const racing = [{ ...AUTH, speculative: true }];
const at = (standing: Standing): Given => ({ standing });

describe('R51: a choice fails', () => {
  const inner: GroupPlan = { id: 'store', choices: ['sql', 'files'], branches: ['jwt'] };
  const steps = [
    ...STEPS,
    aStep('sql', { orGroup: 'store', branches: ['jwt'] }),
    aStep('files', { orGroup: 'store', branches: ['jwt'] }),
  ];
  const both = [AUTH, inner];
  const auth = { taken: ['jwt'] };
  const failing = (step: string, standing: Standing, groups = both) =>
    made({ groups, steps, standing }, (next) => rulesOf(next.plan).switchFor(next, step, 'r'.repeat(300)));

  test.each<[string, string, Standing, readonly string[]]>([
    ['and another one is left', 'jwt', { groups: { auth } }, ['branch.failed jwt']],
    [
      'with what is done for it',
      'jwt',
      { groups: { auth }, steps: { sql: underWay('sql') } },
      ['attempt.finished sql discarded', 'branch.failed jwt'],
    ],
    ['for every step that it needs', 'both', { groups: { auth: { taken: ['sso'] } } }, ['branch.failed sso']],
    ['within a choice: the inner one', 'sql', { groups: { auth, store: { taken: ['sql'] } } }, ['branch.failed sql']],
    [
      'with the outer one once none is left within',
      'files',
      { groups: { auth, store: { taken: ['files'], failed: ['sql'] } } },
      ['branch.failed files last', 'branch.failed jwt'],
    ],
    ['no choice that is not tried', 'sso', { groups: { auth } }, []],
    ['no winner', 'jwt', { groups: { auth: { taken: ['jwt'], winner: 'jwt' } }, steps: { jwt: PASSED } }, []],
    ...([3, 2] as const).map((rules): [string, string, Standing, readonly string[]] => [
      `no winner since rules 3, by rules ${rules}`,
      'jwt',
      { groups: { auth: { taken: ['jwt'], winner: 'jwt' } }, steps: { jwt: PASSED }, rules },
      rules === 3 ? [] : ['branch.failed jwt'],
    ]),
    [
      'nothing that needs the group of a winner',
      'sql',
      { groups: { auth, store: { taken: ['sql'], winner: 'sql' } }, steps: { sql: PASSED } },
      [],
    ],
    ['nothing that works for no choice', 'docs', { groups: { auth } }, []],
    [
      'a last one that failed takes along what needs its group',
      'files',
      { groups: { auth, store: { taken: ['files'], failed: ['sql', 'files'] } } },
      ['branch.failed jwt'],
    ],
    [
      'by rules 5, too',
      'files',
      { groups: { auth, store: { taken: ['files'], failed: ['sql', 'files'] } }, rules: 5 },
      ['branch.failed jwt'],
    ],
    [
      'but not before',
      'files',
      { groups: { auth, store: { taken: ['files'], failed: ['sql', 'files'] } }, rules: 4 },
      [],
    ],
    [
      'a winner that was undone takes along what needs its group',
      'sql',
      { groups: { auth, store: { taken: ['sql'], winner: 'sql' } } },
      ['branch.failed jwt'],
    ],
  ])('%s', (_, step, standing, events) => {
    expect(failing(step, standing)).toEqual(events);
  });

  test('and what needs its group does not, while a choice is left there', () => {
    const three: GroupPlan = { ...inner, choices: ['sql', 'files', 'memory'] };
    const more = [
      ...steps,
      aStep('memory', { orGroup: 'store', branches: ['jwt'] }),
      aStep('query', { branches: ['sql', 'files'] }),
    ];
    const standing = { groups: { auth, store: { taken: ['files'], failed: ['sql'] } } };
    const fail = (next: Draft) => rulesOf(next.plan).switchFor(next, 'query', 'r');
    expect(made({ groups: [AUTH, three], steps: more, standing }, fail)).toEqual(['branch.failed files']);
  });

  test.each<[Rules, boolean]>([
    [6, false],
    [4, false],
    [3, true],
  ])('R15: within one that has failed it is left to the others, by rules %d: %s', (rules, isLeft) => {
    const groups = { auth: { taken: ['sso'], failed: ['jwt'] }, store: { taken: ['sql'], failed: ['files'] } };
    const given = { groups: [{ ...AUTH, speculative: true }, inner], steps, standing: { groups, rules } };
    expect(answered(given, (next) => rulesOf(next.plan).leavesToOthers(next, 'sql', 'r'))).toBe(isLeft);
  });

  test('for a reason that is cut', () => {
    const plan = groupedPlan(STEPS, [AUTH]);
    const next = draft(plan, standingIn(plan, { groups: { auth } }), 0);
    rulesOf(plan).switchFor(next, 'jwt', 'r'.repeat(300));
    expect(Object(next.events.at(-1)).reason).toHaveLength(200);
  });

  test.each<[string, string, Given, boolean, readonly string[]]>([
    [
      'others are tried beside it',
      'jwt',
      { groups: racing, standing: { groups: { auth: { taken: ['jwt', 'sso'] } } } },
      true,
      ['branch.failed jwt'],
    ],
    [
      'the others have failed',
      'jwt',
      { groups: racing, standing: { groups: { auth: { taken: ['jwt', 'sso'], failed: ['sso'] } } } },
      false,
      [],
    ],
    ['it is tried alone', 'jwt', { groups: racing, standing: { groups: { auth: { taken: ['jwt'] } } } }, false, []],
    ['choices are tried one by one', 'jwt', at({ groups: { auth: { taken: ['jwt', 'sso'] } } }), false, []],
    [
      'it works for one that is tried beside others',
      'own',
      {
        groups: racing,
        steps: [...STEPS, aStep('own', { branches: ['sso'] })],
        standing: { groups: { auth: { taken: ['jwt', 'sso'] } } },
      },
      true,
      ['branch.failed sso'],
    ],
    [
      'it works for no choice',
      'docs',
      { groups: racing, standing: { groups: { auth: { taken: ['jwt', 'sso'] } } } },
      false,
      [],
    ],
  ])('R15: it is left to the others: %s', (_, step, given, isLeft, events) => {
    const leave = (next: Draft) => rulesOf(next.plan).leavesToOthers(next, step, 'r');
    expect(answered(given, leave)).toBe(isLeft);
    expect(made(given, leave)).toEqual(events);
    expect(answered(given, (next) => rulesOf(next.plan).isBeside(next, step))).toBe(isLeft);
  });
});

describe('S1-2.2-b: nothing was resolved for too long', () => {
  const entry = (choice: string, more: Partial<TrailEntry> = {}): TrailEntry => ({
    seq: 1,
    epoch: 1,
    at: 0,
    type: 'or_selected',
    orGroup: more.orGroup ?? 'auth',
    selected: choice,
    reason: '',
    ...more,
  });
  const store: GroupPlan = { id: 'store', choices: ['sql', 'files'] };
  const steps = [...STEPS, aStep('sql', { orGroup: 'store' }), aStep('files', { orGroup: 'store' })];
  const tried = { auth: { taken: ['jwt'] }, store: { taken: ['sql'] } };
  const inStore = { orGroup: 'store' };

  test.each<[string, NonNullable<Standing['groups']>, readonly TrailEntry[], readonly string[]]>([
    ['the newest choice makes way', tried, [entry('jwt'), entry('sql', inStore)], ['branch.failed sql']],
    [
      'not one of an earlier epoch',
      tried,
      [entry('sql', { ...inStore, epoch: 0 }), entry('jwt')],
      ['branch.failed jwt'],
    ],
    [
      'nor one that was told otherwise',
      tried,
      [entry('jwt'), entry('sql', { ...inStore, type: 'or_failed' })],
      ['branch.failed jwt'],
    ],
    [
      'nor one that has won',
      { ...tried, store: { taken: ['sql'], winner: 'sql' } },
      [entry('jwt'), entry('sql', inStore)],
      ['branch.failed jwt'],
    ],
    [
      'nor one without another left',
      { ...tried, store: { taken: ['sql'], failed: ['files'] } },
      [entry('jwt'), entry('sql', inStore)],
      ['branch.failed jwt'],
    ],
    [
      'nor one that is tried no more',
      { ...tried, store: { taken: ['files'] } },
      [entry('jwt'), entry('sql', inStore)],
      ['branch.failed jwt'],
    ],
    ['nor one of a group that has left', tried, [entry('jwt'), entry('x', { orGroup: 'gone' })], ['branch.failed jwt']],
  ])('%s', (_, groups, entries, events) => {
    const standing = {
      groups,
      steps: { sql: groups['store']?.winner === undefined ? {} : PASSED },
      more: { trail: { epoch: 1, entries } },
    };
    const given = { groups: [AUTH, store], steps, standing };
    expect(made(given, (next) => rulesOf(next.plan).insteadOfStalling(next))).toEqual(events);
    expect(answered(given, (next) => rulesOf(next.plan).insteadOfStalling(next))).toBe('taken');
  });

  test('and without a choice that could, a person is asked', () => {
    const ask = (standing: Standing) => answered(at(standing), (next) => rulesOf(next.plan).insteadOfStalling(next));
    expect(ask({})).toEqual({ wasLast: false, swapsUsedUp: false });
    const ended = { trail: { epoch: 2, entries: [entry('jwt')] } };
    expect(ask({ groups: { auth: { taken: ['jwt'] } }, more: ended })).toEqual({ wasLast: false, swapsUsedUp: false });
  });
});
