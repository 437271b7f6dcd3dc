import { runCanary } from './canary.ts';
import { runSplit, type SplitRun } from './split.ts';
import { resultsOf } from './test-events.ts';
import { type TestReport, type TestResult, type TestRun, withoutCase } from './test-report.ts';

/**
 * Runs Python tests against an implementation so that the implementation cannot say how they end (guards 1.6): split
 * into two processes. Tests that only mean something in one process are run with canaries, all together; they then pass
 * only if both runs say so, as far as both ran them. What the implementation does wrong, limits included, is in the
 * report. Rejects with a `SandboxFault` when a sandbox broke, and with the signal's reason when it was aborted.
 */
export async function runPythonTests(run: TestRun): Promise<TestReport> {
  if (run.protocol === 'canary') return runCanary(run);
  const split = await runSplit(run);
  const apart = apartIn(split);
  if (split.problem !== undefined || apart === undefined) return reportOf(run, split);
  if (run.protocol === 'split') return withRefusals(reportOf(run, split), apart);
  return joined(reportOf(run, split), await runCanary(run), apart);
}

/** Why a test needs one process; undefined for one that does not. */
type Apart = (id: string) => string | undefined;

/** Undefined when all tests have crossed. */
function apartIn({ account }: SplitRun): Apart | undefined {
  const { apart, refused, ended } = account;
  const why: Apart = (id) => {
    const result = ended.get(id);
    return refused ?? apart[withoutCase(id)] ?? (result?.outcome === 'cannot-cross' ? result.message : undefined);
  };
  const isSome = refused !== undefined || Object.keys(apart).length > 0;
  return isSome || [...ended.keys()].some((id) => why(id) !== undefined) ? why : undefined;
}

function reportOf({ sandbox }: TestRun, { account, problem }: SplitRun): TestReport {
  return {
    protocol: 'split',
    sandbox: sandbox.version,
    tests: resultsOf(account),
    ...(problem !== undefined && { problem }),
  };
}

function withRefusals(report: TestReport, apart: Apart): TestReport {
  const refused = (test: TestResult): TestResult => {
    const why = apart(test.id);
    return why === undefined
      ? test
      : { ...test, outcome: 'errored', message: `CannotCross: it cannot be run split: ${why}` };
  };
  return { ...report, tests: report.tests.map(refused) };
}

/**
 * A test that ran in both ways must have passed in both; of those that did not, the run in one process says what is to
 * say.
 */
function joined(split: TestReport, canary: TestReport, apart: Apart): TestReport {
  if (split.tests.every(({ id }) => apart(id) !== undefined)) return canary;
  const inOne = new Map(canary.tests.map((test) => [test.id, test]));
  const both = split.tests.map((test) => {
    const other = inOne.get(test.id);
    if (apart(test.id) !== undefined) return other ?? { id: test.id, ...UNKNOWN };
    return test.outcome === 'passed' && other !== undefined && canary.problem === undefined ? other : test;
  });
  const known = new Set(split.tests.map(({ id }) => withoutCase(id)));
  return { ...canary, tests: [...both, ...canary.tests.filter(({ id }) => !known.has(withoutCase(id)))] };
}

const UNKNOWN = { outcome: 'missing', message: 'it was not run' } as const;
