import { cascade, cycleThrough, dataGraph, downstream, upstream } from '../../src/model/graph.ts';

const diamond = dataGraph([
  { id: 'a', dependsOn: [] },
  { id: 'b', dependsOn: ['a'] },
  { id: 'c', dependsOn: ['a', 'gone'] },
  { id: 'd', dependsOn: ['b', 'c'] },
  { id: 'e', dependsOn: [] },
]);

test.each([
  ['a', [], ['b', 'c', 'd']],
  ['b', ['a'], ['d']],
  ['d', ['a', 'b', 'c'], []],
  ['e', [], []],
  ['gone', [], []],
])('R64: of %s, %j are upstream and %j downstream', (id, above, below) => {
  expect([...upstream(diamond, id)].toSorted()).toEqual(above);
  expect([...downstream(diamond, [id])].toSorted()).toEqual(below);
});

test('formal A.2 Def 7: a cascade holds its targets and all that depends on them', () => {
  expect([...cascade(diamond, ['b', 'e'])].toSorted()).toEqual(['b', 'd', 'e']);
});

test('a chain of 1,000 steps with every shortcut is walked edge by edge, not path by path', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
  const chain = dataGraph(ids.map((id, index) => ({ id, dependsOn: ids.slice(Math.max(0, index - 30), index) })));
  expect(upstream(chain, 's999').size).toBe(999);
  expect(downstream(chain, ['s0']).size).toBe(999);
  expect(cycleThrough(chain, 's500')).toBeUndefined();
});

test('a cycle is told as the way around, closed', () => {
  const cycle = dataGraph([
    { id: 'a', dependsOn: ['b'] },
    { id: 'b', dependsOn: ['c'] },
    { id: 'c', dependsOn: ['a'] },
    { id: 'd', dependsOn: ['d'] },
    { id: 'e', dependsOn: ['a'] },
  ]);
  expect(cycleThrough(cycle, 'a')).toEqual(['a', 'b', 'c', 'a']);
  expect(cycleThrough(cycle, 'd')).toEqual(['d', 'd']);
  expect(cycleThrough(cycle, 'e')).toBeUndefined();
});
