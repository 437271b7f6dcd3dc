// Pure: what a person's choice and a new objective do to choices as they stand, and which questions need no answer then (api 4, R85).
import { rulesOf } from '../../../src/engine.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { GroupPlan } from '../../../src/model/plan.ts';
import type { EscalationState } from '../../../src/model/run-state.ts';
import { andOrView } from '../../../src/topologies/and-or/view.ts';
import { aStep } from '../../support/played/plans.ts';
import { groupedPlan, PASSED, type Standing, standingIn, told, underWay } from '../../support/played/standing-plan.ts';

const AUTH: GroupPlan = { id: 'auth', choices: ['jwt', 'sso', 'none'], share: 4 };
const STEPS = [
  aStep('jwt', { orGroup: 'auth' }),
  aStep('sso', { orGroup: 'auth' }),
  aStep('none', { orGroup: 'auth' }),
  aStep('both', { branches: ['jwt', 'sso'] }),
  aStep('docs', { requires: ['auth'] }),
  aStep('more', { requires: ['docs'] }),
];
const plan = groupedPlan(STEPS, [AUTH]);
const rules = rulesOf(plan);

describe('S1-3.4-d: a choice that a person forces', () => {
  const force = (choice: string, standing: Standing) =>
    told(plan, standingIn(plan, standing), (next) => rules.forceChoice(next, { orGroup: 'auth', choice }, 'rdr'));
  const won = { groups: { auth: { taken: ['jwt'], winner: 'jwt' } } };
  const built = { jwt: PASSED, docs: PASSED, more: underWay('more') };

  test.each<[string, string, Standing, readonly string[]]>([
    ['is taken where none is', 'sso', {}, ['branch.selected sso forced']],
    [
      'takes the place of what is tried',
      'sso',
      { groups: { auth: { taken: ['jwt'] } }, steps: { jwt: underWay('jwt') } },
      ['attempt.finished jwt discarded', 'branch.lost jwt', 'branch.selected sso forced'],
    ],
    [
      'stays as it is where it is tried',
      'jwt',
      { groups: { auth: { taken: ['jwt'] } }, steps: { jwt: underWay('jwt') } },
      ['branch.selected jwt forced'],
    ],
    [
      'takes the place of what has won, and of what was built on it',
      'sso',
      { ...won, steps: built },
      [
        'step.invalidated docs',
        'attempt.finished more discarded',
        'step.invalidated more',
        'branch.lost jwt',
        'branch.selected sso forced',
      ],
    ],
    [
      'leaves what was not built on a winner that is undone',
      'sso',
      { ...won, steps: { docs: PASSED } },
      ['branch.lost jwt', 'branch.selected sso forced'],
    ],
    [
      'stays where it has won, and makes way for no other',
      'jwt',
      { ...won, steps: built },
      ['branch.selected jwt forced'],
    ],
    ['by rules 5, too', 'jwt', { ...won, steps: built, rules: 5 }, ['branch.selected jwt forced']],
    ['but not before', 'jwt', { ...won, steps: built, rules: 4 }, []],
    ['is forced once', 'jwt', { groups: { auth: { taken: ['jwt'], winner: 'jwt', forced: 'jwt' } }, steps: built }, []],
  ])('%s', (_, choice, standing, events) => {
    expect(force(choice, standing)).toEqual(events);
  });

  test('what is done for another choice that is tried goes on', () => {
    const standing = {
      groups: { auth: { taken: ['jwt', 'sso'] } },
      steps: { jwt: underWay('jwt'), both: underWay('both') },
    };
    expect(force('sso', standing)).toEqual([
      'attempt.finished jwt discarded',
      'branch.lost jwt',
      'branch.selected sso forced',
    ]);
    expect(force('none', standing)).toContain('attempt.finished both discarded');
  });
});

describe('S1-3.4-b: a new objective', () => {
  const reopened = (standing: Standing, forced?: string, groups: readonly GroupPlan[] = [AUTH]) => {
    const grouped = groupedPlan(STEPS, groups);
    const state = standingIn(grouped, standing);
    const choice = forced === undefined ? undefined : { orGroup: 'auth', choice: forced };
    return told(grouped, state, (next) => rulesOf(grouped).reopenChoices(next, state, choice));
  };
  const tried = {
    groups: { auth: { taken: ['jwt', 'none'] } },
    steps: { jwt: underWay('jwt'), none: underWay('none') },
  };
  const drop = (...steps: readonly string[]) => steps.map((step) => `attempt.finished ${step} discarded`);
  const lastFailed = {
    groups: { auth: { taken: ['none'], failed: ['jwt', 'sso', 'none'] } },
    steps: { none: underWay('none') },
  };

  test.each<[string, Standing, string | undefined, readonly GroupPlan[], readonly string[]]>([
    ['lets go of what is tried and not next', tried, undefined, [AUTH], drop('jwt', 'none')],
    ['keeps what a person forces', tried, 'jwt', [AUTH], drop('none')],
    ['keeps nothing because another group is forced', tried, 'jwt', [{ ...AUTH, id: 'other' }], []],
    ['leaves those that are tried at once', tried, undefined, [{ ...AUTH, speculative: true }], []],
    [
      'leaves what has won',
      { ...tried, groups: { auth: { taken: ['jwt', 'none'], winner: 'jwt' } } },
      undefined,
      [AUTH],
      [],
    ],
    ['lets go of the last one that failed, too', lastFailed, undefined, [AUTH], drop('none')],
    ['but not before rules 6', { ...lastFailed, rules: 5 }, undefined, [AUTH], []],
  ])('%s', (_, standing, forced, groups, events) => {
    expect(reopened(standing, forced, groups)).toEqual(events);
  });
});

describe('S1x-6: a question needs no answer any more', () => {
  const needless = (standing: Standing) =>
    told(plan, standingIn(plan, standing), (next) => rules.withdrawNeedlessQuestions(next));
  const none = { kind: 'or_exhausted' as const, step: 'jwt' };
  const failed = (more: object = {}) => ({ auth: { taken: ['jwt'], failed: ['jwt'], ...more } });
  const withdrawn = ['escalation.withdrawn e0'];

  test.each<[string, Standing, readonly string[]]>([
    ['where a choice was added', { groups: failed(), questions: [none] }, withdrawn],
    ['asked of what works for a choice', { groups: failed(), questions: [{ ...none, step: 'both' }] }, withdrawn],
    ['not where nothing has failed', { groups: { auth: { taken: ['jwt'] } }, questions: [none] }, []],
    ['not where none is left', { groups: failed({ failed: ['jwt', 'sso', 'none'] }), questions: [none] }, []],
    ['not where another one has won', { groups: failed({ winner: 'sso' }), questions: [none] }, []],
    ['not about what works for no choice', { groups: failed(), questions: [{ ...none, step: 'docs' }] }, []],
    [
      'but by rules 4 about that, too',
      { groups: failed(), questions: [{ ...none, step: 'docs' }], rules: 4 },
      withdrawn,
    ],
    ['and by rules 5 not', { groups: failed(), questions: [{ ...none, step: 'docs' }], rules: 5 }, []],
    ['not one of another kind', { groups: failed(), questions: [{ ...none, kind: 'fatal' }] }, []],
    ['not one of the run', { groups: failed(), questions: [{ kind: 'or_exhausted' }] }, []],
  ])('%s', (_, standing, events) => {
    expect(needless(standing)).toEqual(events);
  });

  const swapped = ['branch.swapped auth jwt sso', 'branch.selected sso', 'context.injected sso'];

  test.each<[string, Partial<EscalationState>, readonly string[]]>([
    ['is taken by itself', { kind: 'deadlock' }, [...swapped, 'escalation.withdrawn e0']],
    [
      'is taken for what needs it',
      { kind: 'stagnated', step: 'docs' },
      ['branch.swapped auth jwt sso', 'escalation.withdrawn e0', 'branch.selected sso', 'context.injected sso'],
    ],
    ['is not taken because of a judgement', { kind: 'fatal', step: 'docs' }, []],
  ])('where another choice %s', (_, question, events) => {
    const standing = {
      groups: { auth: { taken: ['jwt'], winner: 'jwt' } },
      steps: { jwt: PASSED },
      questions: [question],
    };
    expect(needless(standing)).toEqual(events);
  });
});

describe('R72, S1-7.2.1-c: what a step made is a binding', () => {
  const wave = { wave: 7 };
  const isPublished = (step: string, standing: Standing) => {
    const found = STEPS.find(({ id }) => id === step);
    return found && andOrView.isPublished({ plan, state: standingIn(plan, standing) }, found);
  };
  const jwt = { groups: { auth: { taken: ['jwt'] } } };

  test.each<[string, string, Standing, boolean]>([
    ['where it began alone', 'docs', { steps: { docs: PASSED } }, true],
    ['not of a choice that is not taken', 'sso', { ...jwt, steps: { sso: PASSED } }, false],
    [
      'not while what began with it is under way',
      'docs',
      { steps: { docs: { ...PASSED, ...wave }, more: underWay('more', wave) } },
      false,
    ],
    [
      'though what began otherwise is under way',
      'docs',
      { steps: { docs: { ...PASSED, ...wave }, more: underWay('more', { wave: 8 }) } },
      true,
    ],
    [
      'once that waits for a person',
      'docs',
      { steps: { docs: { ...PASSED, ...wave }, more: underWay('more', { ...wave, escalation: 'e0' }) } },
      true,
    ],
    [
      'once that has ended its epoch',
      'docs',
      { steps: { docs: { ...PASSED, ...wave }, more: { ...wave, epoch: 1 } } },
      true,
    ],
    [
      'once that is settled',
      'docs',
      { steps: { docs: { ...PASSED, ...wave }, more: { ...PASSED, open: true, ...wave } } },
      true,
    ],
    [
      'though a choice that is not taken any more is',
      'docs',
      { ...jwt, steps: { docs: { ...PASSED, ...wave }, sso: underWay('sso', wave) } },
      true,
    ],
    [
      'once the run has ended',
      'docs',
      {
        steps: { docs: { ...PASSED, ...wave }, more: underWay('more', wave) },
        more: { life: { status: 'stopped', endedAt: 1 } },
      },
      true,
    ],
  ])('%s', (_, step, standing, is) => {
    expect(isPublished(step, standing)).toBe(is);
  });

  test('in any other topology as soon as it is accepted', () => {
    const state = standingIn(plan, { steps: { docs: { ...PASSED, ...wave }, more: underWay('more', wave) } });
    const other = { ...plan, topology: 'dag' as const };
    const [docs] = STEPS.filter(({ id }) => id === 'docs');
    expect(docs && andOrView.isPublished({ plan: other, state }, docs)).toBe(true);
  });
});

test.each<[Rules | 'none', readonly string[]]>([
  [6, ['branch.won jwt', 'attempt.finished sso discarded', 'branch.lost sso']],
  [2, ['branch.won jwt', 'attempt.finished sso discarded', 'branch.lost sso']],
  ['none', []],
])('R102: by rules %s the first that passes wins as it is absorbed', (by, events) => {
  const racing = groupedPlan(STEPS, [{ ...AUTH, speculative: true }]);
  const standing = {
    groups: { auth: { taken: ['jwt', 'sso'] } },
    steps: { jwt: PASSED, sso: underWay('sso') },
    rules: by,
  };
  expect(told(racing, standingIn(racing, standing), (next) => rulesOf(racing).absorbed(next))).toEqual(events);
  expect(told(plan, standingIn(plan, standing), (next) => rules.absorbed(next))).toEqual([]);
  const ended = { ...standing, more: { life: { status: 'stopped' as const, endedAt: 1 } } };
  expect(told(racing, standingIn(racing, ended), (next) => rulesOf(racing).absorbed(next))).toEqual([]);
});
