import { millisecondsOf } from '../../src/simulation/duration.ts';

test.each([
  [250, 250],
  [0, 0],
  ['40ms', 40],
  ['2s', 2_000],
  ['1.5s', 1_500],
  ['1m', 60_000],
  ['PT2S', 2_000],
  ['PT1M30S', 90_000],
  ['PT1H', 3_600_000],
  ['PT2H', undefined],
  ['PT', undefined],
  ['2', undefined],
  ['soon', undefined],
  [-1, undefined],
  [Number.NaN, undefined],
])('running 4: a delay of %p is %p ms', (duration, milliseconds) => {
  expect(millisecondsOf(duration)).toBe(milliseconds);
});
