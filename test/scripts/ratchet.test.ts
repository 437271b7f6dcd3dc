// Pure: what `npm run figures -- --ratchet` says of figures beside a baseline, and what the table says of a report.

import { type Figure, isMet } from '../../scripts/figures/figure.ts';
import { LANES } from '../../scripts/figures/lanes.ts';
import { figuresTable, listed } from '../../scripts/figures/print.ts';
import { type Baseline, baselineOf, better, worse } from '../../scripts/figures/ratchet.ts';
import { type Report, reportFigures } from '../../scripts/figures/report.ts';

const NONE: Baseline = { figures: {}, requirements: [] };

/** Places that tell topologies apart, by file. */
function apart(...files: readonly string[]): Figure {
  const places = files.map((at, index) => ({ at, line: index + 1, what: 'plan.machine' }));
  return { id: 'told-apart', measure: 'told apart', goal: { most: 0 }, now: files.length, places };
}

function named(now: number): Figure {
  return { id: 'requirements', measure: 'named', goal: { least: 194 }, now, places: [] };
}

const BEFORE = baselineOf([apart('src/a.ts', 'src/b.ts'), named(200)], [], NONE);

test('a figure that is as bad as the baseline is borne, and one that is better too', () => {
  expect(worse([apart('src/a.ts', 'src/b.ts'), named(200)], BEFORE)).toEqual([]);
  expect(worse([apart('src/c.ts'), named(201)], BEFORE)).toEqual([]);
});

test('a figure that is worse is told with the files that have more of it', () => {
  expect(worse([apart('src/a.ts', 'src/a.ts', 'src/b.ts')], BEFORE)).toEqual([
    'told apart: was 2, is 3, wanted at most 0.\n  src/a.ts: was 1, is 2\n  All places: npm run figures -- --list told-apart',
  ]);
});

test('a figure that meets its goal is never worse, one that missed its goal before may not fall either', () => {
  expect(worse([named(195)], BEFORE)).toEqual([]);
  expect(worse([named(193)], BEFORE)).toEqual([expect.stringContaining('was 200, is 193, wanted at least 194')]);
  const low = baselineOf([named(100)], [], NONE);
  expect(worse([named(100)], low)).toEqual([]);
  expect(worse([named(99)], low)).toEqual([expect.stringContaining('was 100, is 99')]);
});

test('what was measured and is no more is worse; what never was is not; a new figure has to meet its goal', () => {
  const { now: _, ...unmeasured } = { ...apart(), note: 'no report has it' };
  expect(worse([unmeasured], BEFORE)).toEqual(['told apart: was 2, is not measured any more: no report has it.']);
  expect(worse([unmeasured], NONE)).toEqual([]);
  expect(worse([apart()], NONE)).toEqual([]);
  expect(worse([apart('src/a.ts')], NONE)).toEqual([expect.stringContaining('was not known, is 1')]);
});

test('what has become better is told', () => {
  expect(better([apart('src/a.ts'), named(200)], BEFORE)).toEqual(['told apart: was 2, is 1']);
  expect(better([apart('src/a.ts', 'src/b.ts'), named(210)], BEFORE)).toEqual(['named: was 200, is 210']);
});

test('a baseline keeps every requirement that was ever named', () => {
  expect(baselineOf([], ['b', 'a'], { ...NONE, requirements: ['c'] }).requirements).toEqual(['a', 'b', 'c']);
});

test('the table says of each row whether it is so, and of what was not measured that it fails', () => {
  const text = figuresTable([apart('src/a.ts'), named(1_200), { id: 'needs', measure: 'suites', now: 3, places: [] }]);
  const [head, , ...rows] = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(head).toEqual(['measure', 'goal', 'now', '', 'note', '--list']);
  expect(rows).toEqual([
    ['told apart', '≤ 0', '1', 'FAILS', '', 'told-apart'],
    ['named', '≥ 194', '1,200', 'ok', '', 'requirements'],
    ['suites', '', '3', 'printed', '', 'needs'],
  ]);
});

test('the places of a row are listed; one that there is not is refused with those that there are', () => {
  expect(listed([apart('src/a.ts')], 'told-apart')).toBe('src/a.ts:1  plan.machine');
  expect(() => listed([apart()], 'told')).toThrow('There is no figure "told"; there are told-apart.');
});

test('what only a run tells comes from the report with its day and commit, and is not measured where the report has nothing', () => {
  const took = { at: '2026-11-23', commit: 'abc1234', seconds: 450, processorSeconds: 200 };
  const rows = new Map(reportFigures({ npmTest: took, lanes: { Temporal: took } }).map((row) => [row.id, row]));
  expect(rows.get('npm-test')).toMatchObject({ now: 7.5, note: '2026-11-23, abc1234', goal: { most: 7 } });
  expect(rows.get('lane-Temporal')).toMatchObject({ now: 200, goal: { most: 180 } });
  const mutants = rows.get('mutants');
  expect(mutants).toMatchObject({ note: 'no report has it' });
  expect(mutants && isMet(mutants)).toBe(false);
});

test('all lanes together have the sum of their processor seconds, as old as the oldest, once each was measured', () => {
  const took = (at: string, processorSeconds: number) => ({ at, commit: 'abc1234', seconds: 60, processorSeconds });
  const some = Object.fromEntries(LANES.slice(1).map((lane) => [lane, took('2026-11-27', 100)]));
  const inAll = (lanes: Report['lanes']) => reportFigures({ lanes }).find(({ id }) => id === 'lanes');
  expect(inAll(some)).toMatchObject({ note: 'no report has it' });
  expect(inAll({ ...some, [LANES[0]]: took('2026-11-25', 193) })).toMatchObject({
    now: 793,
    goal: { most: 792 },
    note: '2026-11-25, abc1234',
  });
});
