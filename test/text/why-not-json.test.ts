import { ExactNumber } from '../../src/text/exact-json.ts';
import { whyNotJson } from '../../src/text/why-not-json.ts';

const circle: unknown[] = [];
circle.push({ again: circle });

test.each([
  [{ a: [1, 'b', true, null, new ExactNumber('1.10')], left: undefined }],
  [Object.create(null)],
  [undefined],
])('JSON writes all of %j', (value) => {
  expect(whyNotJson(value, 'data')).toBeUndefined();
});

test.each<[unknown, string]>([
  [{ a: [Number.NaN] }, 'data.a.0 is NaN, which is not plain JSON'],
  [[new Date(0)], 'data.0 is a Date, which is not plain JSON'],
  [{ f: () => 1 }, 'data.f is a function, which is not plain JSON'],
  [1n, 'data is a bigint, which is not plain JSON'],
  [circle, 'data.0.again contains itself; JSON cannot'],
])('what JSON cannot write is named with its place: %#', (value, words) => {
  expect(whyNotJson(value, 'data')).toBe(words);
});
