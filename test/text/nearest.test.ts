import { listing, nearest } from '../../src/text/nearest.ts';

test.each([
  ['wiht', ['use', 'with'], 'with'],
  ['promt', ['prompt', 'output'], 'prompt'],
  ['Requires', ['requires'], 'requires'],
  ['descripton', ['description'], 'description'],
  ['tests', ['test', 'tasts'], 'test'],
  ['a', ['b'], undefined],
  ['colour', ['with', 'use'], undefined],
  ['x'.repeat(100), ['x'.repeat(99)], undefined],
  ['', ['a', 'abc'], undefined],
])('%j was probably meant as one of %j: %j', (word, words, expected) => {
  expect(nearest(word, words)).toBe(expected);
});

test('a long list is cut after twenty', () => {
  expect(listing(Array.from({ length: 22 }, (_, index) => `s${index}`))).toMatch(/^s0, .*, s19 and 2 more$/);
  expect(listing([])).toBe('none');
});
