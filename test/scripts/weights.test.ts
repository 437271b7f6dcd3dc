// Pure: in what order suites are begun, what a report of jest says of their weights, and the table at the end of a run.
import { weightsOf } from '../../scripts/weights/weights-of.ts';
import { longestFirst } from '../support/order/longest-first.ts';
import { weightTable } from '../support/order/weight-table.ts';

test('the longest suite is begun first, one without a weight before all, and equal ones by name', () => {
  const suites = ['test/b.test.ts', 'test/new.test.ts', 'test/long.test.ts', 'test/a.test.ts'];
  const order = ['test/new.test.ts', 'test/long.test.ts', 'test/a.test.ts', 'test/b.test.ts'];
  const weights = { 'test/a.test.ts': 2, 'test/b.test.ts': 2, 'test/long.test.ts': 90 };
  expect(longestFirst(suites, weights)).toEqual(order);
  expect(longestFirst(suites.toReversed(), weights)).toEqual(order);
});

test('several new suites go by name too', () => {
  expect(longestFirst(['test/b.test.ts', 'test/a.test.ts'], {})).toEqual(['test/a.test.ts', 'test/b.test.ts']);
});

test('a report weighs the suites that passed; others keep their weights, and what is gone loses its own', () => {
  const suite = (name: string, status: string, took: number) => ({
    name: `/root/test/${name}.test.ts`,
    status,
    startTime: 1_000,
    endTime: 1_000 + took,
  });
  const report = {
    testResults: [suite('b', 'passed', 12_400), suite('a', 'passed', 20), suite('failed', 'failed', 9)],
  };
  const before = { 'test/b.test.ts': 3, 'test/failed.test.ts': 40, 'test/gone.test.ts': 7, 'test/other.test.ts': 5 };
  const weights = weightsOf(report, before, '/root', (name) => name !== 'test/gone.test.ts');
  expect(Object.entries(weights)).toEqual([
    ['test/a.test.ts', 1],
    ['test/b.test.ts', 12],
    ['test/failed.test.ts', 40],
    ['test/other.test.ts', 5],
  ]);
});

test('the tables sum up by lane, folder and suite, the longest first', () => {
  const ran = (name: string, lane: string, seconds: number, numPassingTests: number, numFailingTests = 0) => ({
    testFilePath: `/root/test/${name}.test.ts`,
    displayName: { name: lane },
    numPassingTests,
    numFailingTests,
    perfStats: { runtime: seconds * 1000 },
  });
  const suites = [
    ran('core/a', 'pure', 1, 3),
    ran('e2e/dev/b', 'program', 20, 2),
    ran('core/moves/c', 'pure', 2, 4, 1),
  ];
  const times = new Map([
    ['/root/test/core/a.test.ts', 1.25],
    ['/root/test/core/moves/c.test.ts', 1.5],
  ]);
  expect(weightTable(suites, times, '/root')).toBe(
    [
      '| lane    | suites | tests | seconds | processor seconds |',
      '|---------|--------|-------|---------|-------------------|',
      '| program | 1      | 2     | 20      | 0                 |',
      '| pure    | 2      | 8     | 3       | 3                 |',
      '',
      '| folder    | suites | tests | seconds | processor seconds |',
      '|-----------|--------|-------|---------|-------------------|',
      '| test/e2e  | 1      | 2     | 20      | 0                 |',
      '| test/core | 2      | 8     | 3       | 3                 |',
      '',
      '| suite                     | suites | tests | seconds | processor seconds |',
      '|---------------------------|--------|-------|---------|-------------------|',
      '| test/e2e/dev/b.test.ts    | 1      | 2     | 20      | 0                 |',
      '| test/core/moves/c.test.ts | 1      | 5     | 2       | 2                 |',
      '| test/core/a.test.ts       | 1      | 3     | 1       | 1                 |',
    ].join('\n'),
  );
});
