// Pure: what a rejection tells the core beside its guard, in numbers.
import { progressOf } from '../../src/activities/alike.ts';
import type { Verdict } from '../../src/model/verdict.ts';

const result = (verdict: Verdict['verdict'], score?: number): Verdict => ({
  verdict,
  feedback: '',
  guard: 'g',
  nature: 'deterministic',
  durationMs: 0,
  subResults: [],
  ...(score !== undefined && { score }),
});

/** Of a sequence of three that passed `passed` leaves, and whose next one gave this score. */
function progress(passed: number, score?: number): number {
  const subResults = [...Array.from({ length: passed }, () => result('pass', 1)), result('retry', score)];
  const tree = { sequence: [{ use: 'a' }, { use: 'b' }, { use: 'c' }] };
  return progressOf(tree, { ...result('retry', score), subResults });
}

test('R19: a leaf more that passed is progress whatever the scores are, and among as many the score is', () => {
  const rising = [progress(0), progress(0, 0.5), progress(0, 1), progress(1), progress(1, 0.1), progress(2)];
  expect(rising).toEqual([...new Set(rising)].toSorted((a, b) => a - b));
});

test('R19: of a single guard the score is the measure, and without one nothing moves', () => {
  const tree = { use: 'a' };
  expect(progressOf(tree, result('retry', 0.6))).toBeGreaterThan(progressOf(tree, result('retry', 0.5)));
  expect(progressOf(tree, result('retry'))).toBe(progressOf(tree, result('retry', 0)));
});
