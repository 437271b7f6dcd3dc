// Pure: what each event changes of the choices of a search, and nothing else.
import type { Body } from '../../../src/model/event.ts';
import type { GroupState } from '../../../src/model/search-state.ts';
import { changedBy, changesOf } from '../../support/changes.ts';
import { groupAfter, NO_GROUP, searchAfter, searching, trailAfter } from '../../support/played/search-standing.ts';

const selected = (choice: string, facts: object = {}): Body => ({
  type: 'branch.selected',
  orGroup: 'auth',
  choice,
  reason: 'so',
  ...facts,
});

test.each<[string, Partial<GroupState>, Body, object]>([
  ['the first choice is taken', {}, selected('jwt'), { taken: ['jwt'] }],
  ['another one takes its place', { taken: ['jwt'] }, selected('sso'), { taken: ['sso'] }],
  [
    'one that is tried at once joins those that are',
    { taken: ['jwt'] },
    selected('sso', { speculative: true }),
    { taken: ['jwt', 'sso'] },
  ],
  [
    'but none that has failed',
    { taken: ['jwt'], failed: ['jwt'] },
    selected('sso', { speculative: true }),
    { taken: ['sso'] },
  ],
  [
    'again, it is taken once, and has not failed',
    { taken: ['sso'], failed: ['jwt', 'sso'] },
    selected('sso', { speculative: true }),
    { failed: ['jwt'] },
  ],
  ['tried already, it is taken once', { taken: ['sso'] }, selected('sso', { speculative: true }), {}],
  ['by a person it is forced', {}, selected('jwt', { forced: true }), { taken: ['jwt'], forced: 'jwt' }],
  [
    'what was forced before is not any more',
    { taken: ['jwt'], forced: 'jwt' },
    selected('sso'),
    { taken: ['sso'], forced: undefined },
  ],
  ['what has won stays so', { taken: ['jwt'], winner: 'jwt' }, selected('jwt', { forced: true }), { forced: 'jwt' }],
  [
    'another one has not won',
    { taken: ['jwt'], winner: 'jwt', swaps: 2 },
    selected('sso'),
    { taken: ['sso'], winner: undefined },
  ],
  [
    'it is no more the one to try first',
    { first: 'jwt', swaps: 1 },
    selected('jwt'),
    { taken: ['jwt'], first: undefined },
  ],
])('R50: of what is chosen: %s', (_, auth, body, changes) => {
  expect(groupAfter(searching(auth), body)).toStrictEqual(changes);
  expect(trailAfter(searching(auth), body)).toEqual([
    { type: 'or_selected', orGroup: 'auth', selected: Object(body).choice, reason: 'so' },
  ]);
});

const won = (facts: object = {}): Body => ({ type: 'branch.won', orGroup: 'auth', choice: 'jwt', ...facts });
const failed = (facts: object = {}): Body => ({
  type: 'branch.failed',
  orGroup: 'auth',
  choice: 'jwt',
  reason: 'broken',
  ...facts,
});
const lost: Body = { type: 'branch.lost', orGroup: 'auth', choice: 'jwt' };

test.each<[string, Partial<GroupState>, Body, object, readonly object[] | undefined]>([
  ['won', { taken: ['jwt'], failed: ['sso'] }, won(), { winner: 'jwt' }, undefined],
  [
    'won a race alone',
    { taken: ['jwt'] },
    won({ cutOff: [] }),
    { winner: 'jwt' },
    [{ type: 'or_selected', orGroup: 'auth', selected: 'jwt', reason: 'passed first' }],
  ],
  [
    'won a race',
    { taken: ['jwt', 'sso'] },
    won({ cutOff: ['sso', 'none'] }),
    { winner: 'jwt' },
    [{ type: 'or_selected', orGroup: 'auth', selected: 'jwt', reason: 'passed first; sso, none cut off' }],
  ],
  ['was lost', { taken: ['jwt', 'sso'], winner: 'sso' }, lost, { taken: ['sso'] }, undefined],
  ['was lost after it had won', { taken: ['jwt'], winner: 'jwt' }, lost, { taken: [], winner: undefined }, undefined],
  ['was lost where none had won', { taken: ['jwt'] }, lost, { taken: [] }, undefined],
  [
    'failed',
    { taken: ['jwt', 'sso'], swaps: 1 },
    failed(),
    { taken: ['sso'], failed: ['jwt'] },
    [{ type: 'or_failed', orGroup: 'auth', selected: 'jwt', reason: 'broken' }],
  ],
  [
    'failed as the last',
    { taken: ['jwt'], failed: ['sso'] },
    failed({ last: true }),
    { failed: ['sso', 'jwt'] },
    [{ type: 'or_failed', orGroup: 'auth', selected: 'jwt', reason: 'broken' }],
  ],
  [
    'failed again',
    { taken: ['jwt'], failed: ['jwt'] },
    failed({ last: true }),
    {},
    [{ type: 'or_failed', orGroup: 'auth', selected: 'jwt', reason: 'broken' }],
  ],
  [
    'failed after it had won',
    { taken: ['jwt'], winner: 'jwt' },
    failed(),
    { taken: [], failed: ['jwt'], winner: undefined },
    [{ type: 'or_failed', orGroup: 'auth', selected: 'jwt', reason: 'broken' }],
  ],
  [
    'failed while another had won',
    { taken: ['jwt'], winner: 'sso' },
    failed(),
    { taken: [], failed: ['jwt'] },
    [{ type: 'or_failed', orGroup: 'auth', selected: 'jwt', reason: 'broken' }],
  ],
])('R51: a choice that %s', (_, auth, body, changes, trail) => {
  expect(groupAfter(searching(auth), body)).toStrictEqual(changes);
  expect(trailAfter(searching(auth), body)).toEqual(trail);
});

test('S1-2.2-b: another strategy is progress of its own; a choice that wins or is lost is none', () => {
  expect(changedBy(searching({ taken: ['jwt'] }), failed())['stall']).toEqual({ best: 2, since: 0 });
  for (const body of [won(), lost]) expect(changedBy(searching({ taken: ['jwt'] }), body)).not.toHaveProperty('stall');
});

test('R102: what the Trail says of a race is cut', () => {
  const cutOff = Array.from({ length: 90 }, (_, at) => `choice${at}`);
  const [told] = trailAfter(searching(), won({ cutOff })) ?? [];
  const { reason } = Object(told);
  expect([reason.length, reason.startsWith('passed first; choice0')]).toEqual([200, true]);
});

describe('R85: a swap', () => {
  const swapped = (facts: object = {}): Body => ({
    type: 'branch.swapped',
    orGroup: 'auth',
    from: 'jwt',
    to: 'sso',
    cause: { step: 'docs', epoch: 1, guard: 'g' },
    reset: [],
    ...facts,
  });
  const before = (other: Partial<GroupState> = {}) =>
    searching(
      { taken: ['jwt', 'x'], failed: ['old'], winner: 'jwt', forced: 'jwt', swaps: 1, first: 'old' },
      {
        swaps: 4,
        groups: {
          auth: { taken: ['jwt', 'x'], failed: ['old'], winner: 'jwt', forced: 'jwt', swaps: 1, first: 'old' },
          other: { ...NO_GROUP, ...other },
        },
      },
    );

  test.each<[string, object, number, object, readonly object[]]>([
    [
      'counts',
      { swap: 5 },
      2,
      { swaps: 5 },
      [{ type: 'backtrack', orGroup: 'auth', reason: 'docs failed at g: sso instead of jwt' }],
    ],
    ['that a backtrack asked for counts not', {}, 1, {}, []],
  ])('%s', (_, facts, swaps, ofAll, more) => {
    const group = groupAfter(before(), swapped(facts));
    const count = swaps === 1 ? {} : { swaps };
    expect(group).toStrictEqual({
      taken: ['x'],
      failed: ['old', 'jwt'],
      winner: undefined,
      forced: undefined,
      ...count,
    });
    expect(changesOf(before().own, searchAfter(before(), swapped(facts)))).toMatchObject(ofAll);
    expect(searchAfter(before(), swapped(facts)).swaps).toBe(swaps + 3);
    expect(trailAfter(before(), swapped(facts))).toEqual([
      { type: 'or_failed', orGroup: 'auth', selected: 'jwt', reason: 'docs failed at g' },
      ...more,
    ]);
    expect(changedBy(before(), swapped(facts))['stall']).toEqual({ best: 2, since: 0 });
  });

  test('of a group that was never swapped is its first, and of a run', () => {
    const first = searching({ taken: ['jwt'], winner: 'jwt' });
    expect(groupAfter(first, swapped({ swap: 1 }))).toMatchObject({ swaps: 1 });
    expect(searchAfter(first, swapped({ swap: 1 })).swaps).toBe(1);
    expect(searchAfter(first, swapped()).swaps).toBe(0);
    expect(groupAfter(searching({ failed: ['jwt'] }), swapped())).not.toHaveProperty('failed');
  });

  test.each<[string, Partial<GroupState>, object, object]>([
    ['what has failed', { taken: ['a'], failed: ['b', 'c'], swaps: 1 }, { choices: ['b'] }, { failed: ['c'] }],
    ['what is tried', { taken: ['a', 'b'], failed: ['c'] }, { choices: ['a'] }, { taken: ['b'] }],
    [
      'what has won',
      { taken: ['a'], winner: 'a' },
      { choices: ['a'], first: 'a' },
      { taken: [], winner: undefined, first: 'a' },
    ],
    [
      'not a winner that needs nothing of it',
      { taken: ['a'], winner: 'a', failed: ['b'], first: 'b' },
      { choices: ['b'] },
      { failed: [], first: undefined },
    ],
  ])('opens in groups that depend on it %s', (_, other, renewed, changes) => {
    const body = swapped({ renewed: [{ orGroup: 'other', ...renewed }] });
    expect(groupAfter(before(other), body, 'other')).toStrictEqual(changes);
  });
});
