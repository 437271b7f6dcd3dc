// Pure: what people may correct of a search by the names of its groups, what a fork of it takes over, and what its base case asks of people.
import '../../../src/topologies/documents.ts';
import type { RedirectBody } from '../../../src/definitions/redirects/body.ts';
import { topologyRequestsOf } from '../../../src/definitions/redirects/topology-requests.ts';
import { topologyDocumentOf } from '../../../src/definitions/topology-document.ts';
import { preview } from '../../../src/engine.ts';
import type { Input } from '../../../src/model/input.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { accepted } from '../../definitions/makers.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';
import { goOn, play, type Script, searchPlan } from '../../support/played/plays.ts';

const document = topologyDocumentOf('and-or');
const { redirects } = document;
const once = { recovery: { rMax: 0 } };
const choice = (id: string, orGroup: string, more: object = {}) => atom(id, { orGroup, ...once, ...more });

/** Two groups; `end` needs both. */
const STEPS = [
  choice('a', 'plain'),
  choice('b', 'plain'),
  choice('c', 'inner'),
  choice('d', 'inner'),
  atom('end', { requires: ['plain', 'inner'] }),
];
const FACTS = {
  objective: objective('end'),
  orGroups: { plain: {}, inner: {} },
};
const plan = searchPlan(STEPS, FACTS);
const FAILING: Script = { verdicts: { a: ['retry'] }, baseCase: [{ passed: true }] };
const played = play(plan, FAILING);
const nothing = play(plan, { verdicts: { a: ['fatal'], b: ['fatal'], c: ['fatal'], d: ['fatal'] } });
const body = (fields: object) => ({ description: 'so', ...fields }) as RedirectBody;
const bind = (...names: readonly string[]) =>
  body({ type: 'bindings_override', bindings: Object.fromEntries(names.map((name) => [name, { content: name }])) });

describe('R124: a binding under a group’s name', () => {
  const meant = (asked: RedirectBody, run = played) => redirects.meant?.(plan, run.state, asked);

  test.each<[string, RedirectBody, object]>([
    ['is that of its winner', bind('plain'), { b: { content: 'plain' } }],
    ['is that of another’s', bind('inner', 'plain'), { c: { content: 'inner' }, b: { content: 'plain' } }],
    ['a step’s is its own', bind('a', 'end'), { a: { content: 'a' }, end: { content: 'end' } }],
  ])('%s', (_, asked, bindings) => {
    expect(meant(asked)).toMatchObject({ ok: true, body: { bindings } });
  });

  test('names nothing while no choice has won; the choices are named', () => {
    expect(meant(bind('plain', 'end'), nothing)).toEqual({
      ok: false,
      issues: [
        {
          pointer: '/bindings/plain',
          code: 'no_winner',
          detail: 'No choice of "plain" has won yet, so that it has no binding. Name a choice: a, b.',
        },
      ],
    });
  });

  test('is not given twice', () => {
    expect(meant(bind('b', 'plain'))).toMatchObject({
      ok: false,
      issues: [{ pointer: '/bindings/plain', code: 'duplicate' }],
    });
  });

  test('other redirects mean what they say', () => {
    const asked = body({ type: 'dag_adjustment', remove: ['plain'] });
    expect(meant(asked)).toEqual({ ok: true, body: asked });
  });
});

describe('R85: a choice that is forced', () => {
  const issues = (
    force: object | undefined,
    type = 'dag_adjustment',
    groups: ReturnType<typeof groupsOf> | undefined = groupsOf(plan),
  ) => [
    ...(redirects.checkPlan?.(
      { topology: 'and-or', ...(groups && { groups }) } as never,
      body({ type, ...(force && { force }) }),
    ) ?? []),
  ];

  test.each<[string, object | undefined, readonly object[]]>([
    ['is there', { orGroup: 'plain', choice: 'a' }, []],
    ['none is forced', undefined, []],
    [
      'is in no such group',
      { orGroup: 'gone', choice: 'a' },
      [
        {
          pointer: '/force/orGroup',
          code: 'unknown_group',
          detail: 'There is no group "gone". Groups: plain, inner.',
        },
      ],
    ],
    [
      'is no choice of it',
      { orGroup: 'plain', choice: 'c' },
      [{ pointer: '/force/choice', code: 'unknown_choice', detail: '"c" is no choice of "plain". Choices: a, b.' }],
    ],
  ])('%s', (_, force, expected) => {
    expect(issues(force)).toEqual(expect.arrayContaining([...expected]));
    expect(issues(force)).toHaveLength(expected.length);
  });

  test('where there are no groups none is named; what is no adjustment forces nothing', () => {
    const force = { orGroup: 'gone', choice: 'a' };
    expect(issues(force, 'dag_adjustment', [])[0]?.detail).toBe('There is no group "gone". Groups: none.');
    expect(issues(force, 'constraint_change')).toEqual([]);
  });
});

test('S1-3.4: a choice that is taken out leaves the written choices of its group, and no other', () => {
  const orGroups = { plain: { choices: ['a', 'b'], speculative: true }, other: { speculative: true }, odd: 3 };
  expect(redirects.without?.({ orGroups }, new Set(['a']))).toEqual({
    orGroups: { plain: { choices: ['b'], speculative: true }, other: { speculative: true }, odd: 3 },
  });
  expect(redirects.without?.({ steps: [] }, new Set(['a']))).toEqual({});
});

describe('R69: a fork of a search', () => {
  const { fork } = topologyRequestsOf('and-or');
  const run = { plan, state: played.state };
  const groupsAfter = (fromStep: string, of = plan) =>
    groupsOf(fork.planned({ plan: of, state: played.state }, { fromStep }, of)).map(({ id, choices, speculative }) => [
      id,
      choices,
      speculative,
    ]);

  test('takes over what won, and not what lost or failed', () => {
    expect(fork.kept(run, { fromStep: 'end' })).toEqual(['b', 'c']);
    expect(fork.kept(run, { fromStep: 'b' })).toEqual(['c']);
  });

  test('makes a choice again first, and lets what won beside it go', () => {
    expect(fork.kept(run, { fromStep: 'a' })).toEqual(['c']);
    expect(groupsAfter('b')?.[0]).toEqual(['plain', ['b', 'a'], undefined]);
    expect(groupsAfter('a')?.[0]).toEqual(['plain', ['a', 'b'], undefined]);
    expect(groupsAfter('d')?.slice(1)).toEqual([['inner', ['d', 'c'], undefined]]);
  });

  test('tries nothing beside it at the same time; groups that it does not touch stay', () => {
    const both = searchPlan(STEPS, {
      ...FACTS,
      orGroups: { ...FACTS.orGroups, plain: { speculative: true }, inner: { speculative: true } },
    });
    expect(groupsAfter('a', both)?.slice(0, 2)).toEqual([
      ['plain', ['a', 'b'], undefined],
      ['inner', ['c', 'd'], true],
    ]);
    expect(groupsAfter('end', both)?.[0]).toEqual(['plain', ['a', 'b'], true]);
  });

  test('of a search without groups is planned as it is, and inherits what was broken down', async () => {
    const plain = searchPlan([atom('end')], { objective: objective('end') });
    expect(fork.planned({ plan: plain, state: played.state }, { fromStep: 'end' }, plain)).toBe(plain);
    const row = (decompositions: readonly object[]) =>
      ({ state: { own: { kind: 'and-or', groups: {}, decompositions } } }) as never;
    const one = [{ parent: 'end', children: [], reason: '' }];
    expect(await fork.inherited(row(one), { fromStep: 'end' }, undefined as never)).toEqual({ decompositions: one });
    expect(await fork.inherited(row([]), { fromStep: 'end' }, undefined as never)).toEqual({});
  });
});

test('S1-4.2, R45: what a base case has people confirm is known by its leaves, with who is asked', () => {
  const baseCase = {
    all: [
      { guard: { use: 'not-empty' }, on: 'only' },
      { any: [{ assertion: 'It is well.' }, { assertion: 'It is fine.', assignees: ['ann'] }] },
    ],
  };
  const { definition } = accepted(searching([atom('only')], { objective: objective('only', { baseCase }) }));
  expect(document.assertions?.(definition)).toEqual([
    { leaf: expect.any(String), assertion: 'It is well.', assignees: [] },
    { leaf: expect.any(String), assertion: 'It is fine.', assignees: ['ann'] },
  ]);
  const { definition: bare } = accepted(searching([atom('only')], {}));
  expect(document.assertions?.(bare)).toEqual([]);
});

test.each<[string, object | undefined, number, readonly string[]]>([
  ['nothing said', undefined, 0, ['goal', 'backgroundIntent', 'deliverables', 'definitionOfDone', 'baseCase', 'steps']],
  ['all said', objective('only'), 1, []],
  ['no step', objective('only', { baseCase: { file: 'x' } }), 0, ['steps']],
  ['blank words', objective('only', { goal: ' ' }), 1, ['goal']],
  ['one word among blank ones', objective('only', { deliverables: [' ', 'x'] }), 1, []],
  ['blank words alone', objective('only', { deliverables: [' '] }), 1, ['deliverables']],
])('S1-3.1-d: what is missing before a run may begin: %s', (_, said, steps, missing) => {
  const { plan: made } = accepted(searching(steps === 0 ? [] : [atom('only')], said ? { objective: said } : {}));
  expect(made.missing ?? []).toEqual(missing);
});

test('R26, S1-3.4-d: what a correction opens again is counted before it is taken, though its attempts are used up', () => {
  const two = searchPlan([choice('a', 'way'), choice('b', 'way')], {
    objective: { ...objective('a'), baseCase: { guard: { use: 'not-empty' }, on: 'a' } },
    orGroups: { way: {} },
  });
  const script: Script = { verdicts: { b: ['retry', 'retry', 'retry'] } };
  const run = play(two, script);
  const begun = () => run.log.filter(({ type }) => type === 'attempt.started').length;
  expect(begun()).toBe(2);
  const correct: Input = { kind: 'redirect', prepared: true, type: 'objective_change', description: 'so', by: 'me' };
  for (const more of [1, 1]) {
    const { generations } = preview({ plan: two, state: run.state }, correct, 5);
    const before = begun();
    run.do(correct);
    goOn(run, script, { verdicts: new Map(), verified: 0 });
    expect([generations, begun() - before]).toEqual([more, more]);
  }
});
