// Pure: the statistics of the paper, with its own numbers.
import { attemptsFor, cohensH, fisherExact, wilson } from '../../src/stories/statistics.ts';

test.each([
  [0.99, 1, 0.5, 7],
  [0.99, 3, 0.5, 9],
  [0.95, 3, 0.3, 12],
  [0.99, 5, 0.2, 28],
  [0.5, 1, 0.5, 1],
  [0.75, 1, 0.5, 2],
  [0.875, 1, 0.5, 3],
  [0.1, 1, 0.9, 1],
])('S3-C1: a reliability of %d over %d steps at ε %d takes %i attempts', (delta, steps, epsilon, attempts) => {
  expect(attemptsFor({ delta, steps, epsilon })).toBe(attempts);
});

test.each([
  [0.99, 1, 0.5],
  [0.95, 3, 0.3],
  [0.999, 10, 0.05],
])('S3-C1: it is the smallest number that reaches %d over %d steps at ε %d', (delta, steps, epsilon) => {
  const attempts = attemptsFor({ delta, steps, epsilon });
  const reached = (n: number) => (1 - (1 - epsilon) ** n) ** steps;
  expect(reached(attempts)).toBeGreaterThanOrEqual(delta);
  expect(reached(attempts - 1)).toBeLessThan(delta);
});

test.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [5, 10, 0.2366, 0.7634],
  [56, 278, 0.1585, 0.2524],
  [6, 16, 0.1848, 0.6136],
  [0, 55, 0, 0.0653],
])('S3-A1: %i of %i lie in [%d, %d]', (successes, trials, low, high) => {
  const interval = wilson({ successes, trials });
  expect(interval.estimate).toBe(successes / trials);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});

test('S3-A1: without trials there is no estimate, and the interval is everything', () => {
  expect(wilson({ successes: 0, trials: 0 })).toEqual({ estimate: null, low: 0, high: 1 });
});

// Of 50 trials each (formal A.6, table 3): the three rows in the headline.
test.each([
  ['Password, StarCoder2-15B', 0, 33, 1.9],
  ['LRU, DeepSeek-6.7B', 24, 49, 1.33],
  ['Template, Yi-9B', 28, 49, 1.17],
])('S3-E-4: %s has the published effect and p < .001', (_, baseline, guarded, effect) => {
  expect(cohensH(baseline / 50, guarded / 50)).toBeCloseTo(effect, 2);
  expect(fisherExact({ successes: baseline, trials: 50 }, { successes: guarded, trials: 50 })).toBeLessThan(0.001);
});

test.each([
  [3, 4, 1, 4, 0.4857],
  [8, 10, 1, 6, 0.035],
  [5, 10, 5, 10, 1],
  [0, 5, 0, 5, 1],
])('S3-E-4: %i of %i against %i of %i has p %d', (a, n, b, m, p) => {
  expect(fisherExact({ successes: a, trials: n }, { successes: b, trials: m })).toBeCloseTo(p, 4);
});
