// Pure: each measure of `npm run figures` on a tree made up for it, once as it should be and once as it should not.
import { fileCircles, roomsInCircles } from '../../scripts/figures/circles.ts';
import { citationsWithoutTarget } from '../../scripts/figures/citations.ts';
import { type Figure, isMet, placeInWords } from '../../scripts/figures/figure.ts';
import { fullFolders } from '../../scripts/figures/folders.ts';
import { coreLines, largestTopology, longestFile, longestFunction } from '../../scripts/figures/lengths.ts';
import { loopsElsewhere } from '../../scripts/figures/loops.ts';
import { comparedMilliseconds } from '../../scripts/figures/milliseconds.ts';
import { suitesByNeed } from '../../scripts/figures/needs.ts';
import { importsOfTheCore, importsPastThePort } from '../../scripts/figures/past-the-port.ts';
import { lostRequirements, requirementsFigure, requirementsNamed } from '../../scripts/figures/requirements.ts';
import { untestedRules } from '../../scripts/figures/rules.ts';
import { toldApart } from '../../scripts/figures/told-apart.ts';
import { lines, tree } from './made-up.ts';

const placesOf = ({ places }: Figure) => places.map(placeInWords);

function filled(folder: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/f${index}.ts`, '']));
}

describe('folders', () => {
  test('of 25 code files are not full, nor do those count that lie deeper or elsewhere', () => {
    const figure = fullFolders(tree({ ...filled('src/a', 25), ...filled('src/a/b', 25), ...filled('bench', 26) }));
    expect(figure).toMatchObject({ now: 0, note: 'the fullest has 25' });
  });

  test('of 26 are, whatever the code is written in', () => {
    const figure = fullFolders(tree({ ...filled('test/a', 25), 'test/a/b.py': '', ...filled('src/generated/a', 30) }));
    expect(placesOf(figure)).toEqual(['test/a  code files (26)']);
    expect(isMet(figure)).toBe(false);
  });
});

describe('lengths', () => {
  const project = tree({
    'src/short.ts': lines(3),
    'src/long.py': lines(5),
    'src/generated/api.ts': lines(9),
    'test/x.test.ts': lines(4),
    'src/functions.ts': `const small = () => 1;\nexport class A {\n  large() {\n    const inner = () => {\n      return 1;\n    };\n  }\n}`,
  });

  test('the longest file is named, and all that are over the limit are listed', () => {
    expect(longestFile(project, 'src', 7)).toMatchObject({ now: 8, note: 'src/functions.ts' });
    expect(placesOf(longestFile(project, 'src', 4))).toEqual(['src/functions.ts  lines (8)', 'src/long.py  lines (5)']);
    expect(longestFile(project, 'test', 4)).toMatchObject({ now: 4, places: [] });
  });

  test('a function counts from its first line to its last, with what is within', () => {
    const figure = longestFunction(project, 4);
    expect(figure).toMatchObject({ now: 5, note: 'src/functions.ts:3' });
    expect(placesOf(figure)).toEqual(['src/functions.ts:3  large (5)']);
  });

  test('the core counts whole, of the topologies the largest', () => {
    const built = tree({
      'src/core/moves/a.ts': lines(10),
      'src/core/tick.ts': lines(5),
      'src/prompts/prompt.ts': lines(100),
      'src/topologies/and-or/a.ts': lines(20),
      'src/topologies/and-or/b.ts': lines(30),
      'src/topologies/machine/a.ts': lines(40),
      'src/topologies/rules.ts': lines(90),
    });
    expect(coreLines(built, 14)).toMatchObject({ now: 15 });
    expect(largestTopology(built, 49)).toMatchObject({ now: 50, note: 'and-or' });
  });
});

describe('topologies are told apart', () => {
  test.each([
    ['const x = record.plan.machine;', 'record.plan.machine'],
    ['const x = next.state?.search?.groups;', 'next.state?.search'],
    ['const { steps, groups = [] } = plan;', 'groups = []'],
    ['const { machine: facts } = state;', 'machine: facts'],
    ['function of({ machine }: Plan) {}', 'machine'],
    ["const x = topology === 'dag';", "topology === 'dag'"],
    ["if (own.kind !== 'machine') f();", "own.kind !== 'machine'"],
    ["switch (k) { case 'and-or': f(); }", "case 'and-or': f();"],
    ['const x = definition.topology === other;', 'definition.topology === other'],
  ])('by %s', (text, what) => {
    expect(placesOf(toldApart(tree({ 'src/api/x.ts': `\n${text}` })))).toEqual([`src/api/x.ts:2  ${what}`]);
  });

  test.each([
    'const x = text.search(/a/);',
    'const { groups } = match;',
    'const plan = { machine: 1, groups: [] };',
    '// plan.machine',
    "const x = 'machine';",
  ])('but not by %s', (text) => {
    expect(toldApart(tree({ 'src/api/x.ts': text })).now).toBe(0);
  });

  test('within their folders they may, and a line counts once', () => {
    const text = 'const x = plan.machine && state.machine;';
    expect(toldApart(tree({ 'src/topologies/machine/x.ts': text, 'src/topologies/dag/x.ts': text })).now).toBe(0);
    expect(toldApart(tree({ 'src/core/x.ts': text })).now).toBe(1);
  });
});

describe('imports', () => {
  const project = tree({
    'src/topologies/rules.ts': "import { a } from './machine/rules.ts';",
    'src/topologies/machine/rules.ts': "import { b } from '../base-case/verify.ts';\nimport { c } from './turn.ts';",
    'src/topologies/machine/turn.ts': '',
    'src/topologies/base-case/verify.ts': '',
    'src/topologies/and-or/rules.ts': "import type { Turn } from '../machine/turn.ts';",
    'src/core/tick.ts': "import { a } from '../topologies/machine/rules.ts';",
    'src/api/x.ts':
      "import { b } from '../topologies/base-case/verify.ts';\nexport { a } from '../topologies/machine/turn.ts';",
  });

  test('into a topology go past the port, but from the registries and into the part that topologies share', () => {
    const figure = importsPastThePort(project);
    expect(placesOf(figure)).toEqual([
      'src/topologies/and-or/rules.ts:1  src/topologies/machine/turn.ts',
      'src/core/tick.ts:1  src/topologies/machine/rules.ts',
      'src/api/x.ts:1  src/topologies/base-case/verify.ts',
      'src/api/x.ts:2  src/topologies/machine/turn.ts',
    ]);
    expect(figure.note).toBe('in 3 files');
  });

  test('of the core into a topology count by themselves', () => {
    expect(placesOf(importsOfTheCore(project))).toEqual(['src/core/tick.ts:1  src/topologies/machine/rules.ts']);
  });
});

describe('circles', () => {
  test('of files are found through imports of types, also of those written within a type', () => {
    const project = tree({
      'src/a.ts': "import type { B } from './b.ts';",
      'src/b.ts': "export const b: import('./c.ts').C = 1;",
      'src/c.ts': "export * from './a.ts';",
      'src/d.ts': "import './a.ts';",
    });
    expect(fileCircles(project)).toMatchObject({ now: 1 });
    expect(placesOf(fileCircles(project))).toEqual(['src/a.ts  src/a.ts, src/b.ts, src/c.ts']);
  });

  test('of rooms are found where no file is in one; folders of the topologies are rooms', () => {
    const project = tree({
      'src/topologies/machine/a.ts': "import './x.ts';\nimport '../../core/b.ts';",
      'src/topologies/machine/x.ts': '',
      'src/core/b.ts': '',
      'src/core/c.ts': "import '../topologies/machine/x.ts';",
      'src/api/d.ts': "import '../core/c.ts';",
    });
    expect(fileCircles(project).now).toBe(0);
    expect(roomsInCircles(project)).toMatchObject({ now: 2, note: 'core, topologies/machine' });
    expect(placesOf(roomsInCircles(project))).toEqual([
      'topologies/machine → core  first src/topologies/machine/a.ts:2; imports (1)',
      'core → topologies/machine  first src/core/c.ts:1; imports (1)',
    ]);
  });

  test('there are none where imports go one way', () => {
    const project = tree({ 'src/a/x.ts': "import '../b/y.ts';", 'src/b/y.ts': "import '../c.ts';", 'src/c.ts': '' });
    expect([fileCircles(project).now, roomsInCircles(project).now]).toEqual([0, 0]);
  });
});

describe('loops of the engine', () => {
  test.each([
    ['a loop', 'for (;;) { take(tick(plan, state, 0)); take(absorb(plan, state, input, 0)); }'],
    ['a function', 'function play() { const hear = () => absorb(plan, state, input); take(tick(plan, state)); }'],
    [
      'a method',
      'class World { on() { this.take(this.engine.tick(run)); this.take(this.engine.absorb(run, input)); } }',
    ],
    ['a loop of a test', "test('x', () => { while (true) { tick(); absorb(); } });"],
  ])('are found in %s', (_, text) => {
    expect(loopsElsewhere(tree({ 'test/x.ts': text }))).toMatchObject({ now: 1, note: '0 in src, 1 elsewhere' });
  });

  test.each([
    ['the one at home', 'src/core/run.ts', 'for (;;) { tick(); absorb(); }'],
    [
      'a test of each',
      'test/x.test.ts',
      "test('x', () => { expect(tick(p, s)).toEqual([]); expect(absorb(p, s)).toEqual([]); });",
    ],
    [
      'tests side by side',
      'test/x.test.ts',
      "test('x', () => { for (;;) tick(); }); test('y', () => { for (;;) absorb(); });",
    ],
    ['half of one', 'src/x.ts', 'for (;;) tick();'],
  ])('do not count: %s', (_, file, text) => {
    expect(loopsElsewhere(tree({ [file]: text })).now).toBe(0);
  });
});

describe('what suites need', () => {
  const project = tree({
    'src/store/pool.ts': "import { Pool } from 'pg';",
    'src/store/types.ts': "import type { Pool } from 'pg';",
    'src/temporal/client.ts': "import { Client } from '@temporalio/client';\nimport '../store/pool.ts';",
    'src/sandbox/start.ts': "import { spawn } from 'node:child_process';",
    'src/platform/git.ts': "import { execFile } from 'node:child_process';",
    'test/support/processes/dsap.ts': "import { spawn } from 'node:child_process';",
    'test/support/engine/engine.ts': "import '../../../src/temporal/client.ts';",
    'test/a.test.ts':
      "import type { X } from '../src/store/pool.ts';\nimport '../src/store/types.ts';\ntest('R9001, S9-Ab1: so', () => {});",
    'test/b.test.ts':
      "import '../src/store/pool.ts';\nconst ROWS = [['R9003: so']] as const;\ndescribe('R9002', () => { test.each(ROWS)('%s', () => {}); test.each([['R9006']])('%s', f); });",
    'test/c.test.ts': "const { e } = await import('./support/engine/engine.ts');\ntest('R9002, S9-Ab2', () => {});",
    'test/d.test.ts': "import '../src/sandbox/start.ts';\nimport { holds } from './contract.ts';",
    'test/contract.ts': 'export const holds = (name: string) => test(`${name} (R9004, S9-Cd3)`, () => {}); // R9005',
    'test/e.test.ts': "import '../src/platform/git.ts';",
    'test/f.test.ts': "import './support/processes/dsap.ts';\nimport './support/engine/engine.ts';",
  });

  test('is the dearest of what is loaded with them, types apart', () => {
    const figure = suitesByNeed(project);
    expect(figure).toMatchObject({
      now: 6,
      note: 'programs 2, Temporal 1, PostgreSQL 1, sandboxes 1, nothing 1; long 0 of them',
    });
    expect(placesOf(figure)).toEqual([
      'test/e.test.ts  programs',
      'test/f.test.ts  programs',
      'test/c.test.ts  Temporal',
      'test/b.test.ts  PostgreSQL',
      'test/d.test.ts  sandboxes',
      'test/a.test.ts  nothing',
    ]);
  });

  test('says which rules no test shows without a server: titles of describe, of tables and of helpers count, comments do not', () => {
    const rules = { R9001: 'one', R9002: 'two', R9003: 'three', R9004: 'four', R9005: 'five', R9006: 'six' };
    const figure = untestedRules(project, rules);
    expect(placesOf(figure)).toEqual([
      'R9002  two: only in test/b.test.ts, test/c.test.ts',
      'R9003  three: only in test/b.test.ts',
      'R9005  five: no test names it',
      'R9006  six: only in test/b.test.ts',
    ]);
    expect(figure).toMatchObject({ now: 4, note: 'of 6; tests name 5 rules of any kind, 2 of them without a server' });
    expect(isMet(untestedRules(project, { R9001: 'one' }))).toBe(true);
  });

  test('does not matter for the requirements that titles name; one that was named and is no more is lost', () => {
    const named = requirementsNamed(project);
    expect(named).toEqual(['S9-Ab1', 'S9-Ab2', 'S9-Cd3']);
    expect(isMet(requirementsFigure(named, 3))).toBe(true);
    expect(isMet(requirementsFigure(named, 4))).toBe(false);
    expect(lostRequirements(named, ['S9-Ab2', 'S9-Ab1']).now).toBe(0);
    expect(placesOf(lostRequirements(named, ['S9-Ab2', 'S9-Ef4']))).toEqual(['S9-Ef4  is named by no test any more']);
  });
});

test('citations that lead nowhere are places; where nobody has looked, nothing is measured', () => {
  const figure = citationsWithoutTarget(['src/a.ts:3 cites that: write it, or cite another']);
  expect(figure).toMatchObject({
    now: 1,
    places: [{ at: 'src/a.ts', line: 3, what: 'cites that: write it, or cite another' }],
  });
  expect(isMet(citationsWithoutTarget([]))).toBe(true);
  expect(isMet(citationsWithoutTarget(undefined))).toBe(false);
});

describe('milliseconds are compared', () => {
  test.each([
    'const began = performance.now(); expect(performance.now() - began).toBeLessThan(500);',
    'const began = Date.now(); const passed = Math.round(Date.now() - began); expect(passed / 2).toBeGreaterThan(10);',
    'const timed = async () => { const began = Date.now(); await f(); return Date.now() - began; }; expect(await timed()).toBeCloseTo(3);',
    'function since() { return Date.now() - 5; } expect(at).toBeLessThanOrEqual(since());',
    'const began = Date.now(); expect(answeredAt).not.toBeLessThan(began + 1_000);',
    'const { took } = await run(); expect(took).toBeLessThan(limit);',
    'let most = 0; const began = Date.now(); most = Math.max(most, Date.now() - began); expect(most).toBeLessThan(5);',
    'expect(answer.waitedMs).toBeGreaterThanOrEqual(3);',
    'const began = Date.now(); expect(Date.now() - began < 5).toBe(true);',
    'expect(Date.parse(run.endedAt) - Date.parse(run.startedAt)).toBeLessThan(2_500);',
  ])('by %s', (text) => {
    const figure = comparedMilliseconds(tree({ 'test/x.test.ts': `test('x', async () => { ${text} });` }));
    expect(figure.now).toBe(1);
    expect(figure.places[0]).toMatchObject({ at: 'test/x.test.ts', line: 1 });
  });

  test('by a helper of another file that answers how long something took', () => {
    const project = tree({
      'test/stopwatch.ts':
        'export function spent(work) { const start = Date.now(); work(); return Date.now() - start; }',
      'test/x.test.ts':
        "import { spent } from './stopwatch.ts';\ntest('x', () => { expect(spent(f)).toBeLessThan(5); });",
    });
    expect(placesOf(comparedMilliseconds(project))).toEqual(['test/x.test.ts:2  expect(spent(f)).toBeLessThan(5)']);
  });

  test.each([
    'expect(attempts).toBeLessThan(3);',
    'const before = Date.now(); expect(row.waitUntil).toBeGreaterThanOrEqual(before + 3_600_000);',
    'const now = Date.now(); expect(row.at).toBe(now);',
    'expect(Date.parse(first.endedAt)).toBeLessThanOrEqual(Date.parse(second.startedAt));',
    'const id = `run-${Date.now()}`; expect(id.length).toBeLessThan(63);',
    'const began = performance.now(); const rows = await read(began); expect(rows.length).toBeLessThan(5);',
  ])('but not by %s', (text) => {
    expect(comparedMilliseconds(tree({ 'test/x.test.ts': `test('x', async () => { ${text} });` })).now).toBe(0);
  });
});
