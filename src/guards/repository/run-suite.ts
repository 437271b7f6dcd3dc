import type { Protocol, TestReport, TestResult } from '../python/test-report.ts';
import { runInRepository, type TestSetting } from './run-in-repository.ts';
import type { Workspace } from './workspace.ts';

/** What became of the tests of a repository; ids begin with the path of their file. */
export type SuiteReport = Pick<TestReport, 'protocol' | 'tests' | 'problem'>;

/**
 * Runs test files of a repository together, or one by one when they cannot be collected together: a file that cannot be run is then one
 * test of that name, which errs.
 */
export async function runSuite(workspace: Workspace, files: readonly string[], run: TestSetting): Promise<SuiteReport> {
  const together = await runFiles(workspace, files, run);
  if (together.problem?.kind !== 'collection' || files.length === 1) return together;
  const reports: SuiteReport[] = [];
  for (const file of files) {
    const report = await runFiles(workspace, [file], run);
    reports.push(report);
    if (report.problem !== undefined && report.problem.kind !== 'collection') break;
  }
  return merged(files, reports);
}

async function runFiles(workspace: Workspace, files: readonly string[], run: TestSetting): Promise<SuiteReport> {
  const tests = Object.fromEntries(files.map((path) => [path, workspace.get(path) ?? '']));
  const report = await runInRepository(workspace, tests, run);
  const [only, ...others] = files;
  // A single file is left out of the ids.
  return others.length > 0
    ? report
    : { ...report, tests: report.tests.map((test) => ({ ...test, id: `${only}::${test.id}` })) };
}

function merged(files: readonly string[], reports: readonly SuiteReport[]): SuiteReport {
  const problem = reports
    .map((report) => report.problem)
    .find((each) => each !== undefined && each.kind !== 'collection');
  const isWeak = reports.some(({ protocol }) => protocol === 'canary');
  const protocol: Protocol = isWeak ? 'canary' : 'split';
  const tests = reports.flatMap((report, index) => testsOf(report, files[index] ?? ''));
  return { protocol, tests, ...(problem !== undefined && { problem }) };
}

function testsOf({ tests, problem }: SuiteReport, file: string): readonly TestResult[] {
  if (problem?.kind !== 'collection') return tests;
  return [{ id: file, outcome: 'errored', message: problem.message }];
}
