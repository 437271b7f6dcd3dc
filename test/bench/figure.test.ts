// Pure: what a row says of its measurements and of its goal, and how it is printed.
import { atLeast, atMost, medianOf, plain, ratio, tailAtMost } from '../../bench/figure.ts';
import { median, tailOf } from '../../bench/statistics.ts';
import { headOf, lineOf } from '../../bench/table.ts';

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());

test.each([
  ['at most its limit', atMost('', 0.75, 0.75, '×', ''), '≤ 0.75×', true],
  ['above its limit', atMost('', 0.76, 0.75, '×', ''), '≤ 0.75×', false],
  ['at least its limit', atLeast('', 50, 50, '', ''), '≥ 50', true],
  ['below its limit', atLeast('', 49, 50, '', ''), '≥ 50', false],
  ['a tail within its limit', tailAtMost('', [1, 2, 3], 3), 'p95 ≤ 3 ms', true],
  ['a limit that was measured', atMost('', 1, 7_152.419, ' ms', ''), '≤ 7,152 ms', true],
  ['a tail beyond its limit', tailAtMost('', [1, 2, 30], 3), 'p95 ≤ 3 ms', false],
])('a goal is met or missed: %s', (_, row, target, ok) => {
  expect(row).toMatchObject({ target, ok });
});

test('a row without a goal is neither met nor missed', () => {
  expect(plain('', 3, ' ms', '')).not.toHaveProperty('ok');
  expect(medianOf('', [1, 2], ' ms')).not.toHaveProperty('ok');
});

test('a ratio is one median ÷ the other; its spread is that of the ratios of each round', () => {
  const takes = { ours: [10, 20, 90], two: [10, 10, 30] };
  const row = ratio('', takes, ['ours', 'two'], { limit: 1.5, is: 'atMost' });
  expect(row).toMatchObject({ number: 2, unit: '×', rounds: 3, spread: [1, 3], target: '≤ 1.5×', ok: false });
  expect(row.raw).toContain('ours 20');
});

test('a ratio that should be large is missed when it is small', () => {
  const takes = { ours: [3], before: [2] };
  expect(ratio('', takes, ['ours', 'before'], { limit: 2.5, is: 'atLeast' })).toMatchObject({
    target: '≥ 2.5×',
    ok: false,
  });
  expect(ratio('', takes, ['ours', 'before'], { limit: 1.5, is: 'atLeast' })).toMatchObject({ ok: true });
});

test('a ratio of what was not measured is an error, not a number', () => {
  expect(() => ratio('', { ours: [1] }, ['ours', 'two'])).toThrow('nothing to take a quantile of');
});

test('quantiles lie between the two neighbours', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(tailOf([0, 100])).toEqual({ p50: 50, p95: 95, max: 100 });
});

test('a line tells goal, value, rounds, spread and load; MISS stands where a goal was missed', () => {
  const missed = { ...ratio('a ÷ b', { a: [2, 4], b: [1, 1] }, ['a', 'b'], { limit: 1, is: 'atMost' }), raw: 'raw' };
  expect(cellsOf(lineOf(missed, 1.26))).toEqual(['', 'a ÷ b', '≤ 1×', '3×', 'MISS', '2, 2–4', '1.3', 'raw', '']);
  expect(cellsOf(lineOf({ ...missed, ok: true }, 0))[4]).toBe('ok');
  expect(cellsOf(lineOf(plain('x', 1, '', ''), 0))[4]).toBe('');
});

test('the table is Markdown: head, rule and rows have the same columns, whatever stands in a cell', () => {
  const [head = '', rule = ''] = headOf('1 attempts').split('\n').slice(-2);
  const row = lineOf(plain('a | b', 1, '', ''), 0);
  const columns = (line: string) => line.split(/(?<!\\)\|/).length;
  expect([rule, row].map(columns)).toEqual([columns(head), columns(head)]);
});
