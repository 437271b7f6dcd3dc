// Pure: how often choices may be swapped and taken again (R26, R85), and the graph of a search as it stands.
import { raisedBound, rulesOf } from '../../../src/engine.ts';
import type { GroupPlan, StepPlan } from '../../../src/model/plan.ts';
import type { RunState, StepState } from '../../../src/model/run-state.ts';
import { mostSwaps, sharesAmong, stepsAmong, swapsLeft, withShares } from '../../../src/topologies/and-or/shares.ts';
import { standingOf } from '../../../src/topologies/and-or/standing.ts';
import { timesTakenAgain } from '../../../src/topologies/and-or/taken-again.ts';
import { andOrView } from '../../../src/topologies/and-or/view.ts';
import { aStep } from '../../support/played/plans.ts';
import { groupedPlan, PASSED, type Standing, standingIn } from '../../support/played/standing-plan.ts';

const AUTH: GroupPlan = { id: 'auth', choices: ['jwt', 'sso', 'none'], share: 4 };
const STORE: GroupPlan = { id: 'store', choices: ['sql', 'files'], share: 2, branches: ['jwt'] };
const STEPS: readonly StepPlan[] = [
  aStep('jwt', { orGroup: 'auth' }),
  aStep('sso', { orGroup: 'auth' }),
  aStep('none', { orGroup: 'auth' }),
  aStep('sql', { orGroup: 'store', branches: ['jwt'] }),
  aStep('files', { orGroup: 'store', branches: ['jwt'] }),
  aStep('both', { branches: ['jwt', 'sso'] }),
  aStep('query', { branches: ['sql'] }),
  aStep('mixed', { branches: ['sql', 'sso'] }),
  aStep('docs', { requires: ['auth'] }),
];

const TRIED: Partial<StepState> = { epoch: 1, attempt: 1 };
const CORRECTED: Partial<RunState> = {
  corrections: [{ id: 'c', at: 0, type: 'objective_change', description: 'so', trailCleared: true, by: 'ann' }],
};

test.each<[string, number]>([
  ['docs', 0],
  ['jwt', 0],
  ['both', 1],
  ['sql', 0],
  ['query', 0],
  ['mixed', 2],
])('R26: %s may be opened again because a choice is taken %d times', (id, times) => {
  expect(timesTakenAgain({ steps: STEPS, groups: [AUTH, STORE] })(id)).toBe(times);
});

test('R26: a choice that a base case names counts for the choices of its group, though it works for none itself', () => {
  const groups = [AUTH, STORE, { id: 'deep', choices: ['kept'], branches: ['jwt', 'sso'] }];
  expect(timesTakenAgain({ steps: [...STEPS, aStep('kept', { orGroup: 'deep' })], groups })('kept')).toBe(1);
});

test.each<[string, Standing, number]>([
  ['what was tried for a choice that is open again', { steps: { jwt: TRIED }, more: CORRECTED }, 3],
  ['not what is settled', { steps: { jwt: PASSED }, more: CORRECTED }, 0],
  ['nor what was never begun', { more: CORRECTED }, 0],
  ['nor anything before a person has corrected something', { steps: { jwt: TRIED } }, 0],
])('S1-3.4-d: what may be made anew: %s', (_, standing, attempts) => {
  const choices = [aStep('jwt', { orGroup: 'auth', attempts: 3 }), aStep('sso', { orGroup: 'auth', attempts: 5 })];
  const plan = groupedPlan(choices, [{ id: 'auth', choices: ['jwt', 'sso'], share: 4 }]);
  const run = { plan, state: standingIn(plan, standing) };
  expect(rulesOf(plan).takenAnew(run)).toBe(attempts);
  expect(rulesOf({ topology: 'dag' }).takenAnew(run)).toBe(0);
});

test('R86: what finds out what words mean is not left to do', () => {
  const plan = groupedPlan([aStep('docs'), aStep('talk', { clarification: true })], []);
  expect(rulesOf(plan).unresolved({ plan, state: standingIn(plan, {}) })).toEqual(['docs']);
});

describe('R85: how often winners may make way', () => {
  const groups = [AUTH, STORE];

  test.each<[string, () => number, number]>([
    ['once for each choice but the first', () => mostSwaps(groups), 3],
    ['as often as the run may', () => mostSwaps(groups, { maxSwaps: 7 }), 7],
    ['never', () => mostSwaps(groups, { maxSwaps: 0 }), 0],
    ['never without groups', () => mostSwaps([], { maxSwaps: 7 }), 0],
    ['never in plans from before swaps', () => mostSwaps([{ id: 'auth', choices: ['a', 'b'] }], { maxSwaps: 7 }), 0],
    ['not for a group from before', () => mostSwaps([STORE, { id: 'auth', choices: ['a', 'b'] }]), 1],
    ['one group', () => swapsLeft(AUTH, 0), 2],
    ['what is left of it', () => swapsLeft(AUTH, 1), 1],
    ['none is left', () => swapsLeft(AUTH, 5), 0],
    ['a group that depends on another', () => swapsLeft({ ...AUTH, dependent: true }, 5), Number.POSITIVE_INFINITY],
    ['a group from before', () => swapsLeft({ id: 'auth', choices: ['a', 'b'], dependent: true }, 0), 0],
    ['what one backtrack to these can open', () => sharesAmong(groups, ['store', 'docs', 'auth']), 6],
    ['to one of them', () => sharesAmong(groups, ['store']), 2],
    ['to a group from before', () => sharesAmong([{ id: 'old', choices: [] }], ['old']), 0],
  ])('%s', (_, find, expected) => {
    expect(find()).toBe(expected);
  });

  test('the steps that a group stands for', () => {
    expect(stepsAmong(groups, ['docs', 'store', 'sql'])).toEqual(['docs', 'sql', 'files']);
  });

  test('other limits change the bound by what they let swaps cost', () => {
    const plan = groupedPlan(STEPS, groups);
    const bounds = [undefined, 0, 1, 2, 3, 9].map((maxSwaps) => {
      const budgets = { maxParallelAgents: 1, ...(maxSwaps !== undefined && { maxSwaps }) };
      return rulesOf(plan).limited(plan, budgets).bound - plan.bound;
    });
    expect(bounds).toEqual([0, -10, -6, -2, 0, 0]);
    const limited = groupedPlan(STEPS, groups, { maxSwaps: 1 });
    expect(rulesOf(plan).limited(limited, { maxParallelAgents: 1 }).bound - limited.bound).toBe(6);
  });

  test('so does a limit that a person sets', () => {
    const plan = groupedPlan(STEPS, groups, { maxSwaps: 1 });
    const state = standingIn(plan, {});
    const raised = { ...state, budgets: { ...state.budgets, maxSwaps: 2 } };
    expect(raisedBound(plan, raised) - raisedBound(plan, state)).toBe(4);
  });

  test('a swap costs what works for a choice that depends on the group, with the parts of that', () => {
    const written = [
      aStep('jwt', { orGroup: 'auth' }),
      aStep('sql', { orGroup: 'store', requires: ['auth'], attempts: 2 }),
      aStep('query', { branches: ['sql'], attempts: 3 }),
      aStep('beside', { attempts: 9 }),
    ];
    const two = [
      { id: 'auth', choices: ['jwt'] },
      { id: 'store', choices: ['sql'] },
    ];
    const parts = (broken: string) =>
      withShares(two, written, (step) => (step === broken ? 10 : 0)).map(({ share }) => share);
    expect(parts('')).toEqual([5, 0]);
    expect(parts('sql')).toEqual([15, 0]);
    expect(parts('query')).toEqual([15, 0]);
    expect(parts('beside')).toEqual([5, 0]);
  });

  test('what the groups of a large graph cost is found in some looks at each step for each group, not for each step again', () => {
    let looks = 0;
    const counted = (id: string, fields: Partial<StepPlan>): StepPlan => {
      const step = aStep(id, fields);
      return Object.defineProperty({ ...step }, 'branches', { get: () => (looks += 1) && step.branches });
    };
    const many = Array.from({ length: 20 }, (_, at) => ({ id: `g${at}`, choices: [`l${at}`, `r${at}`] }));
    const written = many.flatMap(({ id, choices }) => choices.map((choice) => counted(choice, { orGroup: id })));
    withShares(many, written, () => 1);
    expect(looks).toBeGreaterThan(written.length);
    expect(looks).toBeLessThanOrEqual(written.length * (many.length + 1));
  });
});

test.each<[string, readonly string[]]>([
  ['docs', ['jwt', 'sso', 'none']],
  ['jwt', ['jwt']],
  ['both', ['jwt', 'sso']],
  ['sql', ['jwt']],
  ['query', ['jwt']],
  ['mixed', ['jwt', 'sso']],
])('R26: while %s fails these may have won: %j', (failing, choices) => {
  expect(standingOf(STEPS, AUTH).meanwhile(failing)).toEqual(choices);
});

describe('R85: the graph of a search', () => {
  const graph = (standing: Standing, groups: readonly GroupPlan[] = [AUTH]) => {
    const steps = STEPS.filter(({ id }) => ['jwt', 'sso', 'none', 'docs'].includes(id));
    const plan = { ...groupedPlan(steps, groups), goal: ['auth'] };
    return andOrView.graph({ plan, state: standingIn(plan, standing) });
  };
  const group = (standing: Standing) => graph(standing).nodes.find(({ id }) => id === 'auth');

  test('has a node for each group, to which its choices lead', () => {
    const { nodes, edges } = graph({});
    expect(nodes.map(({ id, kind, goal }) => [id, kind, goal])).toEqual([
      ['jwt', 'step', false],
      ['sso', 'step', false],
      ['none', 'step', false],
      ['docs', 'step', false],
      ['auth', 'group', true],
    ]);
    expect(edges).toEqual([
      { from: 'auth', to: 'docs', optional: false },
      ...['jwt', 'sso', 'none'].map((from) => ({ from, to: 'auth', optional: true })),
    ]);
  });

  test.each<[string, Standing, object]>([
    ['before anything is tried', {}, { status: 'unsatisfied', epoch: 0 }],
    ['while one is tried', { groups: { auth: { taken: ['jwt'] } } }, { status: 'unsatisfied', epoch: 1 }],
    [
      'once one has won',
      { groups: { auth: { winner: 'jwt' } }, steps: { jwt: PASSED } },
      { status: 'satisfied', epoch: 1 },
    ],
  ])('says of a group %s', (_, standing, facts) => {
    expect(group(standing)).toEqual({
      id: 'auth',
      kind: 'group',
      running: false,
      asking: false,
      goal: true,
      swaps: { used: 0, max: 2 },
      ...facts,
    });
  });

  test('says of a choice what it came to, and why', () => {
    const trail = {
      epoch: 1,
      entries: [
        { seq: 1, epoch: 1, at: 0, type: 'or_failed' as const, orGroup: 'auth', selected: 'jwt', reason: 'so' },
      ],
    };
    const { nodes } = graph({ groups: { auth: { failed: ['jwt'] } }, more: { trail } });
    expect(nodes[0]).toMatchObject({ id: 'jwt', orGroup: 'auth', status: 'failed', why: 'so' });
    expect(nodes[1]).toMatchObject({ id: 'sso', orGroup: 'auth', status: 'untried' });
    expect(nodes[1]).not.toHaveProperty('why');
    expect(nodes[3]).not.toHaveProperty('orGroup');
  });

  test('the state of a group says whether its choices are tried at once', () => {
    const state = (speculative?: boolean) => {
      const plan = groupedPlan(STEPS, [{ ...AUTH, ...(speculative && { speculative }) }]);
      return andOrView.state({ plan, state: standingIn(plan, { groups: { auth: { taken: ['jwt'] } } }) }).groups;
    };
    const told = { id: 'auth', choices: AUTH.choices, selected: ['jwt'], failed: [], winner: null };
    expect([state(), state(true)]).toEqual([[{ ...told, speculative: false }], [{ ...told, speculative: true }]]);
  });
});
