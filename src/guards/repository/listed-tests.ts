import { listed, quoted } from '../feedback.ts';
import type { TestResult } from '../python/test-report.ts';
import { standsFor } from './named-tests.ts';
import { meantPaths } from './patch/nearest-paths.ts';
import type { SuiteReport } from './run-suite.ts';
import { fileOfTest } from './test-names.ts';
import type { Workspace } from './workspace.ts';

/** The author's mistake, which no artifact can mend (R95). */
const WRONG_LIST = 'The list is wrong, not the answer:';

/** Files of listed tests that are in none of the repositories, in sentences; empty where all are somewhere. */
export function unknownFiles(tests: readonly string[], repositories: readonly Workspace[]): readonly string[] {
  const files = [...new Set(tests.map(fileOfTest))].filter((file) => !repositories.some((each) => each.has(file)));
  const paths = [...new Set(repositories.flatMap((each) => each.paths))];
  return listed(
    files.map((file) => `${WRONG_LIST} the repository has no test file ${quoted(file)}.${meantPaths(file, paths)}`),
  );
}

/** The tests of a list of which nothing was heard in a run of all their files, as far as that run could tell. */
export function unheardOf(tests: readonly string[], { tests: results, problem }: SuiteReport): readonly string[] {
  // Cases are known only once tests are collected, which such a run may not have come to.
  const mayBe = (name: string, { id }: TestResult) => problem !== undefined && name.startsWith(`${id}[`);
  return [...new Set(tests)].filter((name) => !results.some((each) => standsFor(name, each.id) || mayBe(name, each)));
}

/** Tests that are in the repository neither before nor after, in sentences with the nearest names that are there. */
export function unknownTests(tests: readonly string[], known: readonly TestResult[]): readonly string[] {
  const ids = [...new Set(known.map(({ id }) => id))];
  return listed(
    tests.map(
      (name) => `${WRONG_LIST} there is no test ${quoted(name)}, before or after the patch.${nearestTo(name, ids)}`,
    ),
  );
}

const MOST_NEAREST = 3;

function nearestTo(name: string, ids: readonly string[]): string {
  const inFile = ids.filter((id) => fileOfTest(id) === fileOfTest(name) && id.includes('::'));
  const nearest = (inFile.length > 0 ? inFile : ids)
    .toSorted((one, other) => inCommon(other, name) - inCommon(one, name))
    .slice(0, MOST_NEAREST);
  return nearest.length === 0 ? '' : ` The nearest are: ${nearest.map((id) => quoted(id)).join(', ')}.`;
}

/** How many characters two names share at their beginnings and ends. */
function inCommon(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return head + tail;
}
