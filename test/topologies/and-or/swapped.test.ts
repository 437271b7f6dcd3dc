// Pure: which winner makes way for another choice as a search stands, and what goes with it (R85).
import type { Draft } from '../../../src/core/draft.ts';
import { draft, rulesOf } from '../../../src/engine.ts';
import type { EventOf } from '../../../src/model/event.ts';
import type { Budgets, GroupPlan, Plan, StepPlan } from '../../../src/model/plan.ts';
import { anotherWayForAll } from '../../../src/topologies/and-or/another-way.ts';
import { type Failed, swapFor, type Tier } from '../../../src/topologies/and-or/swap.ts';
import { aStep } from '../../support/played/plans.ts';
import { groupedPlan, PASSED, type Standing, standingIn, told, underWay } from '../../support/played/standing-plan.ts';

/** Two choices of a group, the first of which needs or works for something. */
const group = (id: string, more: Partial<GroupPlan> = {}): GroupPlan => ({
  id,
  choices: [`${id}1`, `${id}2`],
  share: 1,
  ...more,
});
const choices = (id: string, first: Partial<StepPlan> = {}, both: Partial<StepPlan> = {}) => [
  aStep(`${id}1`, { orGroup: id, ...both, ...first }),
  aStep(`${id}2`, { orGroup: id, ...both }),
];
const won = (...ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, { taken: [`${id}1`], winner: `${id}1` }] as const));
const failure = (id: string): Failed => ({ id, cause: { step: id, epoch: 1, guard: 'g' } });

interface Given {
  readonly steps: readonly StepPlan[];
  readonly groups: readonly GroupPlan[];
  readonly standing?: Standing;
  readonly budgets?: Partial<Budgets>;
}

function swapped(
  { steps, groups, standing = {}, budgets = {} }: Given,
  failed: readonly Failed[],
  tiers?: readonly Tier[],
) {
  const plan = groupedPlan(steps, groups, budgets);
  const state = standingIn(plan, { groups: won(...groups.map(({ id }) => id)), ...standing });
  const next = draft(plan, state, 0);
  const found = swapFor(next, failed, tiers);
  const swap = next.events.find(
    (event): event is EventOf<'branch.swapped'> & { type: 'branch.swapped' } => event.type === 'branch.swapped',
  );
  return { found, swap, of: swap?.orGroup, events: told(plan, state, (again) => swapFor(again, failed, tiers)) };
}

const selected = (orGroup: string, seq: number) => ({
  seq,
  epoch: 1,
  at: 0,
  type: 'or_selected' as const,
  orGroup,
  reason: '',
});

describe('R85: the most relevant winner makes way', () => {
  const chain = [...choices('far'), ...choices('near', { requires: ['far'] }), aStep('fails', { requires: ['near'] })];
  const beside = [...choices('p'), ...choices('q'), aStep('fails', { requires: ['p', 'q'] })];
  const trail = (...entries: readonly object[]) => ({ more: { trail: { epoch: 1, entries } } }) as Standing;
  const nested = [
    ...choices('outer'),
    ...choices('inner', {}, { branches: ['outer1'] }),
    ...choices('deep', {}, { branches: ['inner1'] }),
    aStep('fails', { branches: ['outer1'], requires: ['inner', 'middle'] }),
    aStep('middle', { branches: ['outer1'], requires: ['deep'] }),
  ];
  const within = [group('inner', { branches: ['outer1'] }), group('deep', { branches: ['inner1'] })];

  test.each<[string, Given, readonly Failed[], string | undefined]>([
    ['the one that is nearest', { steps: chain, groups: [group('far'), group('near')] }, [failure('fails')], 'near'],
    [
      'of two as near the one that was chosen last',
      { steps: beside, groups: [group('p'), group('q')], standing: trail(selected('p', 3), selected('q', 5)) },
      [failure('fails')],
      'q',
    ],
    [
      'whichever is declared first',
      { steps: beside, groups: [group('q'), group('p')], standing: trail(selected('p', 5), selected('q', 3)) },
      [failure('fails')],
      'p',
    ],
    [
      'by when it was chosen, and not by when it failed',
      {
        steps: beside,
        groups: [group('p'), group('q')],
        standing: trail(selected('p', 3), selected('q', 2), { ...selected('q', 9), type: 'or_failed' }),
      },
      [failure('fails')],
      'p',
    ],
    [
      'without a Trail the one that is declared first',
      { steps: beside, groups: [group('p'), group('q')] },
      [failure('fails')],
      'p',
    ],
    [
      'within its branch the innermost, though another is nearer',
      { steps: nested, groups: [group('outer'), ...within] },
      [failure('fails')],
      'deep',
    ],
    [
      'elsewhere the nearest, though another lies deeper',
      {
        steps: [
          ...choices('z'),
          ...choices('far', {}, { branches: ['z1'] }),
          ...choices('near', { requires: ['far'] }),
          aStep('fails', { requires: ['near'] }),
        ],
        groups: [group('z'), group('far', { branches: ['z1'] }), group('near')],
      },
      [failure('fails')],
      'near',
    ],
    [
      'its own choice before what is elsewhere',
      { steps: [...choices('own', { requires: ['else'] }), ...choices('else')], groups: [group('else'), group('own')] },
      [failure('own1')],
      'own',
    ],
    [
      'of two that failed the one that is nearest to either',
      { steps: [...chain, aStep('other', { requires: ['far'] })], groups: [group('far'), group('near')] },
      [failure('fails'), failure('other')],
      'far',
    ],
    [
      'none that nothing failed upon',
      { steps: [...choices('p'), aStep('fails')], groups: [group('p')] },
      [failure('fails')],
      undefined,
    ],
    ['none for a step that is not there', { steps: beside, groups: [group('p')] }, [failure('gone')], undefined],
  ])('%s', (_, given, failed, of) => {
    expect(swapped(given, failed).of).toBe(of);
  });

  test.each<[Tier, string | undefined]>([
    ['within', 'deep'],
    ['own', 'outer'],
    ['outside', undefined],
  ])('where it is looked for %s', (tier, of) => {
    expect(swapped({ steps: nested, groups: [group('outer'), ...within] }, [failure('fails')], [tier]).of).toBe(of);
  });

  test('within is what is a part of one of several choices that the step works for', () => {
    const steps = [
      ...choices('outer'),
      ...choices('else'),
      ...choices('inner', {}, { branches: ['outer1'] }),
      aStep('fails', { branches: ['outer1', 'else1'], requires: ['inner'] }),
    ];
    const groups = [group('outer'), group('else'), group('inner', { branches: ['outer1'] })];
    expect(swapped({ steps, groups }, [failure('fails')], ['within']).of).toBe('inner');
  });

  test('what is told is the nearest failure', () => {
    const steps = [...choices('p'), aStep('one', { requires: ['p'] }), aStep('two', { requires: ['one'] })];
    const cause = (...ids: readonly string[]) => swapped({ steps, groups: [group('p')] }, ids.map(failure)).swap?.cause;
    expect([cause('two', 'one'), cause('one', 'two'), cause('two')]).toMatchObject([
      { step: 'one' },
      { step: 'one' },
      { step: 'two' },
    ]);
    const same = [...choices('p'), aStep('one', { requires: ['p'] }), aStep('two', { requires: ['p'] })];
    expect(swapped({ steps: same, groups: [group('p')] }, ['one', 'two'].map(failure)).swap?.cause).toMatchObject({
      step: 'one',
    });
  });
});

describe('R85: a winner that stays', () => {
  const steps = [...choices('p'), aStep('fails', { requires: ['p'] })];
  const of = (auth: object, { share = 1, ...more }: Partial<GroupPlan> = {}, budgets: Partial<Budgets> = {}) =>
    swapped(
      {
        steps,
        groups: [group('p', { share, ...more })],
        standing: { groups: { p: { taken: ['p1'], winner: 'p1', ...auth } } },
        budgets,
      },
      [failure('fails')],
    ).found;

  test.each<[string, () => ReturnType<typeof of>, string]>([
    ['none of these', () => of({}), 'swapped'],
    ['it is forced', () => of({ forced: 'p1' }), 'none'],
    ['another was forced', () => of({ forced: 'p2' }), 'swapped'],
    ['no other is left', () => of({ failed: ['p2'] }), 'none'],
    ['its group has been swapped as often as it has others', () => of({ swaps: 1 }), 'none'],
    ['but what it depends on may have changed', () => of({ swaps: 1 }, { dependent: true }), 'swapped'],
    ['the run may swap no more', () => of({}, {}, { maxSwaps: 0 }), 'used up'],
    ['none has won', () => of({ winner: undefined }), 'none'],
  ])('%s', (_, find, expected) => {
    expect(find()).toBe(expected);
  });

  test('the swaps of a run are counted', () => {
    const search = (swaps: number) => {
      const plan = groupedPlan(steps, [group('p')], { maxSwaps: 3 });
      const state = standingIn(plan, { groups: won('p') });
      const next = draft(plan, { ...state, own: { ...state.own, swaps } as typeof state.own }, 0);
      return [swapFor(next, [failure('fails')]), Object(next.events[0]).swap];
    };
    expect([search(0), search(2), search(3)]).toEqual([
      ['swapped', 1],
      ['swapped', 3],
      ['used up', undefined],
    ]);
  });
});

describe('R85: what goes with it', () => {
  const steps = [
    ...choices('p'),
    ...choices('q', { requires: ['p'] }),
    aStep('helper', { branches: ['p1'] }),
    aStep('fails', { requires: ['p'] }),
    aStep('later', { requires: ['fails'] }),
  ];
  const groups = [group('p'), group('q')];
  const after = (standing: Standing, speculative = false) => {
    const [p, q] = groups;
    const given = {
      steps,
      groups: [{ ...p, ...(speculative && { speculative }) } as GroupPlan, q as GroupPlan],
      standing,
    };
    return swapped(given, [failure('fails')]);
  };

  test('what was begun of what depends on it, and what is done for the one that goes', () => {
    const { swap, events } = after({
      groups: won('p'),
      steps: { fails: PASSED, later: underWay('later'), helper: underWay('helper') },
    });
    expect(swap?.reset).toEqual(['fails', 'later']);
    expect(swap).not.toHaveProperty('renewed');
    expect(events).toEqual([
      'branch.swapped p p1 p2',
      'attempt.finished helper discarded',
      'step.invalidated fails',
      'attempt.finished later discarded',
      'step.invalidated later',
      'branch.selected p2',
      'context.injected p2',
    ]);
    expect(after({ groups: won('p') }).swap?.reset).toEqual([]);
  });

  test.each<[string, object, readonly object[] | undefined]>([
    [
      'the winner of a group that depends on it has to win again',
      { taken: ['q1'], winner: 'q1' },
      [{ orGroup: 'q', choices: ['q1'], first: 'q1' }],
    ],
    ['one that failed may be tried again', { taken: ['q2'], failed: ['q1'] }, [{ orGroup: 'q', choices: ['q1'] }]],
    [
      'and is not first where another one has won',
      { taken: ['q2'], failed: ['q1'], winner: 'q2' },
      [{ orGroup: 'q', choices: ['q1'] }],
    ],
    ['one that depends on nothing of it stays', { taken: ['q2'], winner: 'q2' }, undefined],
    ['one that is only tried stays', { taken: ['q1'] }, undefined],
  ])('%s', (_, q, renewed) => {
    expect(after({ groups: { ...won('p'), q } }).swap?.renewed).toEqual(renewed);
  });

  test('the group itself is not renewed, whatever its choices depend on', () => {
    const own = [
      ...choices('p', { requires: ['base'] }),
      aStep('base', { optionalRequires: ['p'] }),
      aStep('fails', { requires: ['p'] }),
    ];
    expect(swapped({ steps: own, groups: [group('p')] }, [failure('fails')]).swap).not.toHaveProperty('renewed');
  });

  test('all that are left are tried at once where they were', () => {
    const three = { ...group('p'), choices: ['p1', 'p2', 'p3'] };
    const all = [...steps, aStep('p3', { orGroup: 'p' })];
    const at = (speculative: boolean) =>
      swapped(
        { steps: all, groups: [{ ...three, ...(speculative && { speculative }) }], standing: { groups: won('p') } },
        [failure('fails')],
      ).events.filter((event) => event.startsWith('branch.selected'));
    expect(at(true)).toEqual(['branch.selected p2 speculative', 'branch.selected p3 speculative']);
    expect(at(false)).toEqual(['branch.selected p2']);
  });

  test('the new one is told of a leaf that does not hold, or of the step that failed', () => {
    const injected = (failed: Failed) => {
      const plan = groupedPlan(steps, groups);
      const next = draft(plan, standingIn(plan, { groups: won('p') }), 0);
      swapFor(next, [failed]);
      return next.events.find(({ type }) => type === 'context.injected');
    };
    expect(injected(failure('fails'))).toMatchObject({ step: 'p2', from: 'fails', fromEpoch: 1 });
    expect(injected({ id: 'p', cause: { leaf: 'baseCase' } })).toMatchObject({
      step: 'p2',
      from: 'baseCase',
      text: 'baseCase does not hold: that is why this is tried.',
    });
  });
});

describe('R85: a step that sends the run back', () => {
  const steps = [...choices('p'), aStep('plain'), aStep('fails', { requires: ['p', 'plain'] })];
  const wayBack = (targets: readonly string[], p: object) => {
    const plan = groupedPlan(steps, [group('p')]);
    const next = draft(plan, standingIn(plan, { groups: { p: { taken: [], ...p } } }), 0);
    const { again, others } = rulesOf(plan).wayBack(next, targets);
    return { again, others };
  };

  test.each<[string, readonly string[], object, object]>([
    ['to a step', ['plain'], {}, { again: ['plain'], others: [] }],
    [
      'to a group that may take another choice',
      ['p', 'plain'],
      { taken: ['p1'], winner: 'p1' },
      { again: ['plain'], others: ['p2'] },
    ],
    [
      'to one that may not: its winner again',
      ['p'],
      { taken: ['p1'], winner: 'p1', failed: ['p2'] },
      { again: ['p1'], others: [] },
    ],
    ['to one that is forced and has not won', ['p'], { taken: ['p1'], forced: 'p1' }, { again: ['p1'], others: [] }],
    ['to one without a winner: what is tried', ['p'], { taken: ['p1', 'p2'] }, { again: ['p1', 'p2'], others: [] }],
  ])('%s', (_, targets, p, way) => {
    expect(wayBack(targets, p)).toEqual(way);
  });
});

const swapsOf = (plan: Plan, standing: Standing, move: (next: Draft) => unknown) =>
  told(plan, standingIn(plan, standing), move).filter((event) => event.startsWith('branch.swapped'));

describe('R85: what nobody asks about yet', () => {
  test('is blamed by the guard that rejected it', () => {
    const plan = groupedPlan([...choices('p'), aStep('fails', { requires: ['p'] })], [group('p')]);
    const failures = [{ token: 't', artifactId: 'art', guard: 'own', signature: 'no', alike: [], progress: 0 }];
    const steps = { p1: PASSED, fails: { epoch: 1, failures } };
    const next = draft(plan, standingIn(plan, { groups: won('p'), steps }), 0);
    anotherWayForAll(next);
    expect(next.events.find(({ type }) => type === 'branch.swapped')).toMatchObject({ cause: { guard: 'own' } });
  });

  test('blames what is won, where a leaf names no step, and nothing upstream of what is not tried', () => {
    const steps = [...choices('x', { requires: ['q'] }, { branches: ['p2'] }), ...choices('p'), ...choices('q')];
    const groups = [group('x', { branches: ['p2'] }), group('p'), group('q')];
    const plan = { ...groupedPlan(steps, groups), baseCase: { leaf: 'done' } };
    const standing = { groups: won('p', 'q'), steps: { p1: PASSED, q1: PASSED } };
    expect(swapsOf(plan, standing, anotherWayForAll)).toEqual(['branch.swapped p p1 p2']);
  });
});

describe('R85: questions that a swap answers', () => {
  const failed = (escalation: string) => ({ epoch: 1, open: true, attempt: 4, allowed: 4, escalation });

  test('swap once for two of them, where a limit is raised', () => {
    const steps = ['one', 'two'].map((id) => aStep(id, { requires: ['p', 'q'] }));
    const plan = groupedPlan([...choices('p'), ...choices('q'), ...steps], [group('p'), group('q')]);
    const standing: Standing = {
      groups: won('p', 'q'),
      steps: { p1: PASSED, q1: PASSED, one: failed('e0'), two: failed('e1') },
      questions: ['one', 'two'].map((step) => ({ kind: 'attempts_exhausted', step, swapsUsedUp: true })),
    };
    expect(swapsOf(plan, standing, (next) => rulesOf(plan).limitsRaised(next))).toEqual(['branch.swapped p p1 p2']);
  });

  test('are withdrawn once, though a choice has joined their own group, too', () => {
    const steps = [...choices('p'), ...choices('g', { requires: ['p'] }), aStep('g3', { orGroup: 'g' })];
    const plan = groupedPlan(steps, [group('p'), group('g', { choices: ['g1', 'g2', 'g3'] })]);
    const standing: Standing = {
      groups: { ...won('p'), g: { taken: ['g1'], failed: ['g3', 'g1'] } },
      steps: { p1: PASSED, g1: failed('e0') },
      questions: [{ kind: 'or_exhausted', step: 'g1' }],
    };
    const events = told(plan, standingIn(plan, standing), (next) => rulesOf(plan).withdrawNeedlessQuestions(next));
    expect(events).toContain('branch.swapped p p1 p2');
    expect(events.filter((event) => event.startsWith('escalation'))).toEqual(['escalation.withdrawn e0']);
  });
});
