// Pure: what is told of the choices of a search as it stands, what a fork takes over of them, and what swaps of them may cost.
import { INITIAL, NEW_STEP, type RunState } from '../../../src/model/run-state.ts';
import { newSearch } from '../../../src/model/search-state.ts';
import { underWay } from '../../../src/topologies/and-or/branches.ts';
import { choiceStories } from '../../../src/topologies/and-or/choices.ts';
import { groupsFrom, isBroughtAlong } from '../../../src/topologies/and-or/fork.ts';
import { observation } from '../../../src/topologies/and-or/observation.ts';
import { inOrder } from '../../../src/topologies/and-or/order.ts';
import { costOfSwaps, withShares } from '../../../src/topologies/and-or/shares.ts';
import { andOrView } from '../../../src/topologies/and-or/view.ts';
import { andOrWords } from '../../../src/topologies/and-or/words.ts';
import { achievedByBaseCase, baseCaseSaid } from '../../../src/topologies/base-case/words.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';

const AUTH = { id: 'auth', choices: ['jwt', 'session', 'none'] };
const steps = [
  aStep('jwt', { orGroup: 'auth' }),
  aStep('session', { orGroup: 'auth' }),
  aStep('none', { orGroup: 'auth' }),
  aStep('both', { branches: ['jwt', 'session'] }),
  aStep('docs', { requires: ['auth'] }),
];
const plan = { ...aPlan(steps, {}, ['auth', 'docs']), topology: 'and-or' as const, groups: [AUTH] };
type Plan = typeof plan;

interface Group {
  readonly taken?: readonly string[];
  readonly failed?: readonly string[];
  readonly winner?: string;
}

function standing(groups: Readonly<Record<string, Group>>, more: Partial<RunState> = {}, of: Plan = plan): RunState {
  const whole = Object.entries(groups).map(([id, group]) => [id, { taken: [], failed: [], ...group }] as const);
  return {
    ...INITIAL,
    steps: Object.fromEntries(of.steps.map(({ id }) => [id, NEW_STEP])),
    own: { ...newSearch(), groups: Object.fromEntries(whole) },
    ...more,
  };
}

const selected = (choice: string) => ({
  seq: 3,
  at: 0,
  epoch: 1,
  type: 'or_selected' as const,
  orGroup: 'auth',
  selected: choice,
  reason: 'it is first',
});
const trail = (choice: string) => ({ trail: { epoch: 1, entries: [selected(choice)] } });

test.each<[string, Group, string, readonly string[]]>([
  ['nothing was tried', {}, '', ['untried', 'untried', 'untried']],
  ['one is tried', { taken: ['jwt'] }, 'jwt', ['trying', 'untried', 'untried']],
  [
    'one has failed, and the next is tried',
    { taken: ['session'], failed: ['jwt'] },
    '',
    ['failed', 'trying', 'untried'],
  ],
  ['one was let go before anything won', {}, 'jwt', ['untried', 'untried', 'untried']],
  ['one has won, and another was tried beside it', { winner: 'session' }, 'jwt', ['lost', 'won', 'untried']],
])('R85: what each choice came to: %s', (_, group, last, statuses) => {
  const state = standing({ auth: group }, last === '' ? {} : trail(last));
  expect(choiceStories(plan, state).map(({ status }) => status)).toEqual(statuses);
});

test('R85: what was said of it in a group that it has left is nothing of what it came to', () => {
  const entries = [{ ...selected('jwt'), orGroup: 'store' }];
  const state = standing({ auth: { winner: 'session' } }, { trail: { epoch: 1, entries } });
  expect(choiceStories(plan, state).map(({ status }) => status)).toEqual(['untried', 'won', 'untried']);
});

test('R85: what has failed is under way no more', () => {
  expect(underWay(standing({ auth: { taken: ['jwt', 'session'], failed: ['jwt'] } }), AUTH)).toEqual(['session']);
});

describe('R69: what a fork takes over of what was chosen', () => {
  const state = standing({ auth: { winner: 'session' } });

  test.each<[string, string, boolean]>([
    ['session', 'docs', true],
    ['jwt', 'docs', false],
    ['docs', 'jwt', true],
    // It is begun from a part of the winner, or from another choice.
    ['session', 'both', true],
    ['session', 'jwt', false],
    ['session', 'session', true],
  ])('%s, from %s: %s', (step, from, isTaken) => {
    expect(isBroughtAlong(plan, state, step, from)).toBe(isTaken);
  });

  test.each<[string, readonly string[]]>([
    ['docs', ['jwt', 'session', 'none']],
    ['none', ['none', 'jwt', 'session']],
    // Of those that it works for the winner first.
    ['both', ['session', 'jwt', 'none']],
  ])('from %s they are tried as %j, and not at once', (from, choices) => {
    const speculating = { ...plan, groups: [{ ...AUTH, speculative: true }] };
    const [group] = groupsFrom(speculating, state, from);
    expect(group?.choices).toEqual(choices);
    expect(group?.speculative).toBe(from === 'docs' ? true : undefined);
  });
});

test('S1-5-b: what most others wait for comes first, whether they need it or take it, a choice for those of its group', () => {
  const some = [
    aStep('alone'),
    aStep('a', { requires: ['twice', 'once'], optionalRequires: ['auth'] }),
    aStep('b', { requires: ['auth'], optionalRequires: ['twice'] }),
    aStep('c', { requires: ['auth'] }),
    aStep('once'),
    aStep('twice'),
    aStep('jwt', { orGroup: 'auth' }),
  ];
  const made = aPlan(some);
  for (let again = 0; again < 2; again += 1)
    expect(inOrder(made).map(({ id }) => id)).toEqual(['jwt', 'twice', 'once', 'alone', 'a', 'b', 'c']);
});

test('S1-6: an observation names twenty of what is left at most, and none that joined later', () => {
  const many = { ...plan, steps: Array.from({ length: 25 }, (_, at) => aStep(`s${at}`)), groups: [] };
  const before = standing({}, {}, many);
  const seen = observation(many, before, 25);
  expect([seen.unresolved, seen.unresolvedIds.length, seen.unresolvedIds[19]]).toEqual([25, 20, 's19']);
  const joined = { ...many, steps: [aStep('new'), ...many.steps] };
  expect(observation(joined, before, 25).unresolvedIds).not.toContain('new');
  expect(seen).toMatchObject({ stopRequested: false, redirectRequested: false });
  expect(seen).not.toHaveProperty('trail');
  expect(observation(plan, standing({}, trail('jwt')), 2).trail).toEqual({
    seq: 3,
    type: 'or_selected',
    orGroup: 'auth',
    selected: 'jwt',
    reason: 'it is first',
  });
});

describe('R85: what a swap can open again', () => {
  const shares = (written: Plan['steps'], groups = [AUTH]) =>
    withShares(groups, written, (step) => (step === 'parted' ? 10 : 0)).map(({ share, dependent }) => [
      share,
      dependent === true,
    ]);

  test.each<[string, Plan['steps'], number]>([
    ['nothing but its group', [aStep('jwt', { orGroup: 'auth' })], 0],
    ['what requires it', [aStep('jwt', { orGroup: 'auth' }), aStep('a', { requires: ['auth'], attempts: 3 })], 3],
    ['what takes it', [aStep('jwt', { orGroup: 'auth' }), aStep('a', { optionalRequires: ['auth'], attempts: 3 })], 3],
    ['what is beside it', [aStep('jwt', { orGroup: 'auth' }), aStep('a', { attempts: 3 })], 0],
    [
      'with the parts of what requires it',
      [aStep('jwt', { orGroup: 'auth' }), aStep('parted', { requires: ['auth'], attempts: 1 })],
      11,
    ],
  ])('%s', (_, written, share) => {
    expect(shares(written)[0]?.[0]).toBe(share);
  });

  test('a group whose choices need another group may win anew as often as that does', () => {
    const other = { id: 'store', choices: ['sql', 'files'] };
    const written = [
      aStep('jwt', { orGroup: 'auth', requires: ['store'] }),
      aStep('sql', { orGroup: 'store' }),
      aStep('files', { orGroup: 'store' }),
    ];
    expect(shares(written, [AUTH, other]).map(([, dependent]) => dependent)).toEqual([true, false]);
  });

  test('so many swaps cost the largest shares that are left', () => {
    const groups = [
      { id: 'small', choices: ['a', 'b'], share: 1 },
      { id: 'large', choices: ['c', 'd', 'e'], share: 5 },
    ];
    expect([0, 1, 2, 3, 9].map((swaps) => costOfSwaps(groups, swaps))).toEqual([0, 5, 10, 11, 11]);
    expect(costOfSwaps(groups, 2, (id) => (id === 'large' ? 1 : 0))).toBe(6);
    expect(costOfSwaps(groups, -1)).toBe(0);
    expect(costOfSwaps(undefined, 3)).toBe(0);
  });
});

describe('R90: what people are told of a search', () => {
  const verified = (passed?: boolean) => ({ due: false, ...(passed !== undefined && { passed }) });
  const withBaseCase = (groups: Readonly<Record<string, Group>>, passed?: boolean) => {
    const state = standing(groups);
    return { ...state, own: { ...state.own, baseCase: verified(passed) } };
  };
  const withoutBaseCase = (): RunState => ({ ...INITIAL, steps: { docs: NEW_STEP }, own: { kind: 'dag' } });
  const lines = (state: RunState, of = plan) => andOrWords.details({ plan: of, state });

  test.each<[string, RunState, readonly string[]]>([
    ['without a base case nothing', withoutBaseCase(), []],
    [
      'before anything is tried',
      withBaseCase({ auth: {} }),
      ['2 unresolved; the base case not verified yet; auth: trying nothing yet'],
    ],
    [
      'one has failed',
      withBaseCase({ auth: { taken: ['session', 'none'], failed: ['jwt'] } }, false),
      ['3 unresolved; the base case does not hold yet; auth: trying session, none (failed: jwt)'],
    ],
    ['one has won', withBaseCase({ auth: { winner: 'jwt' } }, true), [expect.stringContaining('auth: **jwt**')]],
  ])('%s', (_, state, expected) => {
    expect(lines(state)).toEqual(expected);
  });

  test('a line of many groups is cut', () => {
    const groups = Array.from({ length: 90 }, (_, at) => ({ id: `group${at}`, choices: ['jwt'] }));
    const state = withBaseCase(Object.fromEntries(groups.map(({ id }) => [id, {}])));
    expect(lines(state, { ...plan, groups })[0]).toHaveLength(1_000);
  });

  test('why it is complete says its base case only where that holds', () => {
    const said = (passed?: boolean) => {
      const state = withBaseCase({}, passed);
      return [baseCaseSaid(state), achievedByBaseCase(state), andOrWords.achieved({ plan, state })];
    };
    expect(said(true)).toEqual(['the base case holds', 'its base case holds', 'its base case holds']);
    expect(said(false)).toEqual(['the base case does not hold yet', undefined, 'every step of its goal is met']);
    expect([baseCaseSaid(withoutBaseCase()), achievedByBaseCase(withoutBaseCase())]).toEqual([undefined, undefined]);
  });

  test('swaps are told of where there are groups, and of those that may be swapped', () => {
    const run = (groups: Plan['groups']) => ({ plan: { ...plan, groups }, state: standing({ auth: {} }) });
    const group = (groups: Plan['groups']) => andOrView.graph(run(groups)).nodes.find(({ id }) => id === 'auth');
    const shared = [{ ...AUTH, share: 4 }];
    expect(andOrView.swaps(run([]))).toBeUndefined();
    expect(andOrView.swaps(run(shared))).toEqual({ used: 0, max: 2 });
    expect(group([AUTH])).not.toHaveProperty('swaps');
    expect(group(shared)).toMatchObject({ kind: 'group', epoch: 0, goal: true, swaps: { used: 0, max: 2 } });
  });
});
