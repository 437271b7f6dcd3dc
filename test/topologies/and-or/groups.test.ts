// Pure: which parts of a graph belong to which choice, and what choices may be tried at once.
import { compileGroups } from '../../../src/topologies/and-or/document/compile-groups.ts';
import { whySequential } from '../../../src/topologies/and-or/document/why-sequential.ts';

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
