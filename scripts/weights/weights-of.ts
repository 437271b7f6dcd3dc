import path from 'node:path';
import type { Weights } from '../../test/support/order/longest-first.ts';

/** What `jest --json` tells, as far as it is read here. */
export interface JestReport {
  readonly testResults: readonly {
    /** The file, from the root of the file system. */
    readonly name: string;
    readonly status: string;
    /** In milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** The weights with those of a report, by name; in whole seconds, at least one. What failed keeps the weight that it had, and what is gone none. */
export function weightsOf(
  { testResults }: JestReport,
  before: Weights,
  root: string,
  isThere: (suite: string) => boolean,
): Weights {
  const weights = new Map(Object.entries(before));
  for (const { name, status, startTime, endTime } of testResults)
    if (status === 'passed')
      weights.set(path.relative(root, name), Math.max(1, Math.round((endTime - startTime) / 1000)));
  const left = [...weights].filter(([suite]) => isThere(suite)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(left);
}
