import path from 'node:path';
import { markdownTable } from '../../../scripts/table.ts';

/** What jest tells of a suite that ran. */
export interface Ran {
  readonly testFilePath: string;
  readonly numPassingTests: number;
  readonly numFailingTests: number;
  /** In milliseconds. */
  readonly perfStats: { readonly runtime: number };
}

/** How long the suites of each folder took, the folder that took longest first, in seconds of their own clocks. */
export function weightTable(ran: readonly Ran[], root: string): string {
  const folders = new Map<string, { suites: number; tests: number; milliseconds: number }>();
  for (const { testFilePath, numPassingTests, numFailingTests, perfStats } of ran) {
    const folder = path.relative(root, path.dirname(testFilePath)).split(path.sep).slice(0, 2).join('/');
    const { suites, tests, milliseconds } = folders.get(folder) ?? { suites: 0, tests: 0, milliseconds: 0 };
    folders.set(folder, {
      suites: suites + 1,
      tests: tests + numPassingTests + numFailingTests,
      milliseconds: milliseconds + perfStats.runtime,
    });
  }
  const rows = [...folders]
    .toSorted(([, one], [, other]) => other.milliseconds - one.milliseconds)
    .map(([folder, { suites, tests, milliseconds }]) => [
      folder,
      `${suites}`,
      `${tests}`,
      `${Math.round(milliseconds / 1000)}`,
    ]);
  return markdownTable(['folder', 'suites', 'tests', 'seconds'], rows);
}

/** Jest's reporter that ends a run of more than one folder with the table. */
export default class WeightTable {
  readonly #root: string;

  constructor({ rootDir }: { readonly rootDir: string }) {
    this.#root = rootDir;
  }

  onRunComplete(_contexts: unknown, { testResults }: { readonly testResults: readonly Ran[] }): void {
    const table = weightTable(testResults, this.#root);
    if (table.split('\n').length > HEAD_AND_ONE) console.error(`\n${table}`);
  }
}

const HEAD_AND_ONE = 3;
