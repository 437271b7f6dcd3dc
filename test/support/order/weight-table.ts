import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { markdownTable } from '../../../scripts/table.ts';
import { TIMES_VARIABLE } from './suite-times.ts';

/** What jest tells of a suite that ran. */
export interface Ran {
  readonly testFilePath: string;
  readonly displayName?: { readonly name: string };
  readonly numPassingTests: number;
  readonly numFailingTests: number;
  /** In milliseconds. */
  readonly perfStats: { readonly runtime: number };
}

/** Processor seconds by suite. */
export type ProcessorTimes = ReadonlyMap<string, number>;

interface Row {
  readonly suites: number;
  readonly tests: number;
  readonly seconds: number;
  readonly processor: number;
}

const NONE: Row = { suites: 0, tests: 0, seconds: 0, processor: 0 };
const HEAD = ['suites', 'tests', 'seconds', 'processor seconds'];

/** So many suites have a row of their own. */
const DEAREST = 20;

/**
 * What the suites of each lane took, of each folder, and those that took most, the longest first: seconds of their own clocks, and of the
 * processors, servers that all suites share left out.
 */
export function weightTable(ran: readonly Ran[], times: ProcessorTimes, root: string): string {
  const folderOf = ({ testFilePath }: Ran): string =>
    path.relative(root, path.dirname(testFilePath)).split(path.sep).slice(0, 2).join('/');
  const rows = (of: (suite: Ran) => string): readonly string[][] =>
    [...Map.groupBy(ran, of)]
      .map(([name, suites]) => [name, suites.reduce((row, suite) => withSuite(row, suite, times), NONE)] as const)
      .toSorted(([, one], [, other]) => other.seconds - one.seconds)
      .map(([name, { suites, tests, seconds, processor }]) => [
        name,
        ...[suites, tests, seconds, processor].map((count) => `${Math.round(count)}`),
      ]);
  const byLane = rows(({ displayName }) => displayName?.name ?? '');
  const bySuite = rows(({ testFilePath }) => path.relative(root, testFilePath)).slice(0, DEAREST);
  return [
    markdownTable(['lane', ...HEAD], byLane),
    markdownTable(['folder', ...HEAD], rows(folderOf)),
    markdownTable(['suite', ...HEAD], bySuite),
  ].join('\n\n');
}

function withSuite(row: Row, suite: Ran, times: ProcessorTimes): Row {
  return {
    suites: row.suites + 1,
    tests: row.tests + suite.numPassingTests + suite.numFailingTests,
    seconds: row.seconds + suite.perfStats.runtime / 1000,
    processor: row.processor + (times.get(suite.testFilePath) ?? 0),
  };
}

/** Jest's reporter that ends a run of more than one suite with the tables. */
export default class WeightTable {
  readonly #root: string;
  readonly #times = path.join(mkdtempSync(path.join(tmpdir(), 'dsap-times-')), 'lines');

  constructor({ rootDir }: { readonly rootDir: string }) {
    this.#root = rootDir;
    // Before jest starts its workers, which take it over.
    process.env[TIMES_VARIABLE] = this.#times;
  }

  onRunComplete(_contexts: unknown, { testResults }: { readonly testResults: readonly Ran[] }): void {
    if (testResults.length > 1) console.error(`\n${weightTable(testResults, read(this.#times), this.#root)}`);
    rmSync(path.dirname(this.#times), { recursive: true });
  }
}

function read(file: string): ProcessorTimes {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(lines.filter((line) => line !== '').map((line): [string, number] => JSON.parse(line)));
}
