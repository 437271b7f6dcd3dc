// Pure: which parts of a graph belong to which choice, and what choices may be tried at once.
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { compileGroups } from '../../../src/topologies/and-or/document/compile-groups.ts';
import { whySequential } from '../../../src/topologies/and-or/document/why-sequential.ts';
import { check, found } from '../../definitions/makers.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';
import { searchPlan } from '../../support/played/plays.ts';

type Graph = Readonly<Record<string, readonly string[]>>;

/** By step or group: the choices that it works for alone. */
function branchesIn(graph: Graph, groups: Graph, needed: readonly string[] = []) {
  const edges = new Map(
    Object.entries(graph).map(([id, requires]) => [id, { requires, optionalRequires: [] }] as const),
  );
  const written = Object.entries(groups).map(([id, choices]) => ({
    id,
    pointer: '',
    options: {},
    choices: choices.map((value) => ({ value, pointer: '' })),
  }));
  return Object.fromEntries(compileGroups(written, {}, edges, new Set(needed)).branches);
}

test.each<[string, Graph, Graph, readonly string[], object]>([
  ['what only a choice needs works for it', { k: [], j: ['k'], s: [], e: ['g'] }, { g: ['j', 's'] }, [], { k: ['j'] }],
  ['directly or not', { l: [], k: ['l'], j: ['k'], s: [] }, { g: ['j', 's'] }, [], { l: ['j'], k: ['j'] }],
  ['what every choice needs works for none of them', { k: [], j: ['k'], s: ['k'] }, { g: ['j', 's'] }, [], {}],
  [
    'what some choices need works for those',
    { k: [], j: ['k'], s: ['k'], m: [] },
    { g: ['j', 's', 'm'] },
    [],
    { k: ['j', 's'] },
  ],
  [
    'what something else needs too works for no choice',
    { k: [], j: ['k'], s: [], e: ['k'] },
    { g: ['j', 's'] },
    [],
    {},
  ],
  ['what is needed anyway works for no choice', { k: [], j: ['k'], s: [] }, { g: ['j', 's'] }, ['k'], {}],
  [
    'what needs the choice itself works for it',
    { j: [], s: [], e: ['j'], f: ['e'] },
    { g: ['j', 's'] },
    [],
    { e: ['j'], f: ['j'] },
  ],
  ['what needs the group does not', { j: [], s: [], e: ['g'] }, { g: ['j', 's'] }, [], {}],
  [
    'a group that only a choice needs works for it, and its choices too',
    { h: [], r: [], j: ['a'], s: [] },
    { a: ['h', 'r'], g: ['j', 's'] },
    [],
    { h: ['j'], r: ['j'], a: ['j'] },
  ],
  [
    'a choice within a choice, too, though something needs it itself',
    { h: [], r: [], j: ['a'], s: [], e: ['h'] },
    { a: ['h', 'r'], g: ['j', 's'] },
    [],
    { h: ['j'], r: ['j'], a: ['j'], e: ['h'] },
  ],
  [
    'what needs a choice behind something else works for that choice',
    { x: [], j: [], s: [], e: ['x', 'j'] },
    { g: ['j', 's'] },
    [],
    { e: ['j'] },
  ],
])('S1-2.4-b: %s', (_, graph, groups, needed, expected) => {
  expect(branchesIn(graph, groups, needed)).toEqual(expected);
});

test.each([
  [{}, undefined],
  [{ speculative: false, costs: { a: 9 }, retryCost: 1 }, undefined],
  [{ speculative: true }, undefined],
  [{ speculative: true, costs: { a: 5, b: 1 }, retryCost: 10 }, undefined],
  [
    { speculative: true, costs: { a: 5.1, b: 1 }, retryCost: 10 },
    'a costs 5.1, more than 0.5 of 10, which another try would cost',
  ],
  [
    { speculative: true, costs: { a: 5, b: 1 }, retryCost: 10, speculateBelow: 0.4 },
    'a costs 5, more than 0.4 of 10, which another try would cost',
  ],
  [{ speculative: true, costs: { a: 1, b: 1 } }, undefined],
  [{ speculative: true, costs: { a: 2, b: 1 } }, 'a costs 2, more than 0.5 of 3, which another try would cost'],
])('S1-7.2.2-b, R81: whether choices are tried at once: %j', (group, why) => {
  expect(whySequential(group, ['a', 'b'])).toBe(why);
});

test('S1-7.2.2-a: one choice alone is never tried beside others', () => {
  expect(whySequential({ speculative: true }, ['a'])).toBe('it has one choice');
});

test.each<[Readonly<Record<string, number>>, string]>([
  [{ a: 1, b: 2 }, 'b costs 2, more than 0.5 of 3'],
  [{ b: 0.5 }, 'b costs 0.5, more than 0.5 of 0.5'],
  [{ a: 0.5 }, 'a costs 0.5, more than 0.5 of 0.5'],
])('R81: of choices that cost %j the dearest counts', (costs, why) => {
  expect(whySequential({ speculative: true, costs }, ['a', 'b'])).toBe(`${why}, which another try would cost`);
});

test('R81: what choices say that they cost counts as what their group says', () => {
  const steps = [atom('a', { orGroup: 'g', cost: 5 }), atom('b', { orGroup: 'g', cost: 1 })];
  const plan = searchPlan(steps, { orGroups: { g: { speculative: true } }, objective: objective('a') });
  const because = 'a costs 5, more than 0.5 of 6, which another try would cost';
  expect(groupsOf(plan)).toMatchObject([{ id: 'g', choices: ['a', 'b'], sequentialBecause: because }]);
});

test('design 3.2: of several choices that another one waits for the first is told, where it is named', () => {
  const steps = [atom('a'), atom('b'), atom('c', { requires: ['a', 'b'] })];
  const orGroups = { g: { choices: ['a', 'b', 'c'] } };
  const checked = check(searching(steps, { orGroups, objective: objective('a') }));
  expect(checked.ok ? [] : checked.issues).toMatchObject([
    { pointer: '/steps/2/requires/0', code: 'never_runs', detail: expect.stringContaining('waits for "a"') },
  ]);
});

test('S1-7.3.1-c: what finds out about a step has an id that is free where nobody asks for it', () => {
  const steps = [atom('x'), atom('probe_x')];
  expect(check(searching(steps, { objective: objective('x') })).ok).toBe(true);
  const nothing = { generator: { kind: 'human', question: 'What?' }, unknown: null };
  const issues = found(searching([atom('x', nothing)], { objective: objective('x') }));
  expect(issues).not.toContain('/steps/0/unknown not_explorable');
});
