// Pure: one figure after the other, each row as soon as it is there, and what becomes of one that fails.
import { atMost, type Figure, plain, type Row } from '../../bench/figure.ts';
import type { Bench } from '../../bench/harness/bench.ts';
import { closingWords, type Report, takeAll } from '../../bench/report.ts';

const GOOD = atMost('good', 1, 2, '', '');
const MISSED = atMost('too slow', 3, 2, '', '');

function figure(name: string, rows: readonly Row[], failure?: Error): Figure {
  return {
    number: 1,
    name,
    title: '',
    async *measure() {
      yield* rows;
      if (failure) throw failure;
    },
  };
}

async function taken(figures: readonly Figure[]) {
  const printed: string[] = [];
  const kept: Report[] = [];
  let stoodDown = 0;
  const bench = { standDown: async () => void (stoodDown += 1) } as unknown as Bench;
  const report = await takeAll(bench, figures, {
    print: (text) => printed.push(text),
    load: () => 1.5,
    now: () => new Date(0),
    keep: async ({ rows, failures, isGood }) => void kept.push({ rows: [...rows], failures: [...failures], isGood }),
  });
  return { report, printed, kept, stoodDown };
}

test('all goals met: the report is good, and each row says its figure, the load and the time', async () => {
  const { report, stoodDown } = await taken([figure('one', [GOOD]), figure('two', [plain('x', 1, '', '')])]);
  expect(report).toMatchObject({ isGood: true, failures: [] });
  expect(report.rows).toMatchObject([
    { figure: 'one', what: 'good', load: 1.5, at: '1970-01-01T00:00:00.000Z' },
    { figure: 'two', what: 'x' },
  ]);
  expect(stoodDown).toBe(0);
});

test('a missed goal makes the report bad, and is named at the end', async () => {
  const { report } = await taken([figure('one', [GOOD, MISSED])]);
  expect(report.isGood).toBe(false);
  expect(closingWords(report).split('\n')).toEqual([
    '2 rows, 2 with a goal, 1 missed; 0 figures failed',
    'MISS one: too slow: 3, goal ≤ 2',
  ]);
});

test('a figure that fails says why with its cause, its rows stand, what it ran on is closed, and the others go on', async () => {
  const failure = new Error('no server', { cause: new Error('the port is taken') });
  const { report, printed, stoodDown } = await taken([figure('one', [GOOD], failure), figure('two', [GOOD])]);
  const why = 'no server; because: the port is taken';
  expect(report).toMatchObject({ isGood: false, failures: [{ figure: 'one', why }] });
  expect(report.rows.map((row) => row.figure)).toEqual(['one', 'two']);
  expect(printed).toContain(`\none FAILED: ${why}`);
  expect(closingWords(report)).toContain(`FAILED one: ${why}`);
  expect(stoodDown).toBe(1);
});

test('a row is printed and kept before the next one is measured', async () => {
  const seen: number[] = [];
  const printed: string[] = [];
  const slow: Figure = {
    ...figure('one', []),
    async *measure() {
      yield GOOD;
      seen.push(printed.filter((line) => line.includes('good')).length);
      yield MISSED;
    },
  };
  const bench = {} as unknown as Bench;
  await takeAll(bench, [slow], { print: (text) => printed.push(text), load: () => 0, now: () => new Date(0) });
  expect(seen).toEqual([1]);
  const { kept } = await taken([figure('one', [GOOD, MISSED])]);
  expect(kept.map(({ rows, isGood }) => [rows.length, isGood])).toEqual([
    [1, true],
    [2, false],
  ]);
});
