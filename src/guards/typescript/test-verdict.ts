import { hopeless, listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { GuardAnswer } from '../guard.ts';
import type { Outcome } from './outcome.ts';
import { sourceLine } from './source-line.ts';
import { type ErrorFacts, NOTHING_RUN, type TestResult, type TestRun } from './test-run.ts';

interface Known {
  /** The tests that can be seen in their text. */
  readonly names: readonly string[];
  /** Leads from the script of the implementation to its text. */
  readonly map: string;
}

/** The verdict on an implementation from what came of its tests. */
export function testVerdict(outcome: Outcome, { names, map }: Known): GuardAnswer {
  const unrun = { ...NOTHING_RUN, planned: names };
  switch (outcome.kind) {
    case 'ran':
      return outcome.run.results.length === 0 ? NO_TESTS : verdictOnRun(outcome.run, map);
    case 'cut':
      return cutVerdict(outcome.run.planned.length === 0 ? unrun : outcome.run, outcome.why, map);
    case 'not-begun':
      return scored(rejected(`During ${outcome.during}: ${errorLine(outcome.error, map)}`), unrun);
    case 'lacking':
      return scored(rejected(lackingLine(outcome.missing, outcome.exported)), unrun);
    case 'tampered':
      return { ...scored(rejected(`TamperError: ${outcome.why}.`, ALONE), unrun), tampered: true };
    case 'cannot-cross':
      return hopeless(
        `The tests cannot be run apart from the implementation: ${outcome.why}.`,
        'Leave "protocol" out, or make it "canary".',
      );
  }
}

const ALONE = 'Write the implementation alone; leave the test run and what it stands on as they are.';
const NO_TESTS = hopeless('The tests cannot be run: there are none in them.');

function verdictOnRun(run: TestRun, map: string): GuardAnswer {
  const { passed, failed, total } = factsOf(run);
  if (failed === 0) return scored(PASSED, run);
  return scored(rejected(...failureLines(run, map), `${passed} of ${total} tests pass.`), run);
}

function failureLines({ results }: TestRun, map: string): readonly string[] {
  const withStatus = (wanted: TestResult['status']) => results.filter(({ status }) => status === wanted);
  return listed([...withStatus('failed'), ...withStatus('skipped')].map((result) => failureLine(result, map)));
}

function failureLine({ name, status, error, reason }: TestResult, map: string): string {
  return `${name}: ${error === undefined ? (reason ?? status) : errorLine(error, map)}`;
}

function errorLine(error: ErrorFacts, map: string): string {
  const line = sourceLine(error, map);
  const said = error.message.trim() === '' ? error.name : `${error.name}: ${error.message.trim()}`;
  return line === undefined ? said : `${said} (line ${line})`;
}

function cutVerdict(run: TestRun, why: string, map: string): GuardAnswer {
  const place = run.current ?? (run.results.length === 0 ? 'During the import of the implementation' : 'After a test');
  return scored(rejected(`${place}: ${why}`, ...failureLines(run, map)), run);
}

function lackingLine(missing: readonly string[], exported: readonly string[]): string {
  const has = exported.length === 0 ? 'it exports nothing' : `it exports ${exported.join(', ')}`;
  return `SyntaxError: the implementation does not export ${missing.map((name) => quoted(name)).join(', ')}; ${has}`;
}

interface Facts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
  /** Those that have not passed, as far as there is room. */
  readonly tests?: readonly string[];
}

const [MAX_NAMED, MAX_NAME] = [50, 200];

/** Only what has passed counts as passed: tests that were skipped, or never ran, prove nothing (guards A.3). */
function factsOf({ planned, results }: TestRun): Facts {
  const heard = new Set(results.map(({ name }) => name));
  const others = results.filter(({ status }) => status !== 'passed').map(({ name }) => name);
  const unpassed = [...others, ...planned.filter((name) => !heard.has(name))];
  const passed = results.length - others.length;
  const named = unpassed.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME));
  return {
    passed,
    failed: unpassed.length,
    total: passed + unpassed.length,
    ...(named.length > 0 && { tests: named }),
  };
}

function scored(answer: GuardAnswer, run: TestRun): GuardAnswer {
  const facts = factsOf(run);
  return { ...answer, score: facts.total === 0 ? 0 : facts.passed / facts.total, data: facts };
}
