import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { cut } from '../../text/text.ts';
import { hopeless, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { testsAt } from '../isolation/given-files.ts';
import { placed } from '../isolation/placed.ts';
import { givenModules } from './given-modules.ts';
import { JAIL } from './needs.ts';
import { runPythonTests } from './run-tests.ts';
import { sourceProblem } from './source-size.ts';
import { PROTOCOLS, type TestReport, type TestResult } from './test-report.ts';

const options = z
  .strictObject({
    tests: z
      .string()
      .min(1)
      .describe('The tests: a step whose artifact they are, a path in input.files, or their text.'),
    protocol: z
      .enum(PROTOCOLS)
      .describe(
        'How tests and artifact are kept apart; split when left out, and canary for tests that cannot be split.',
      )
      .optional(),
    module: z
      .string()
      .regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'Write a module such as stack or package.stack.')
      .describe('The module that the artifact is; when left out, the one that the tests import and nobody gives.')
      .optional(),
  })
  .meta({
    title: 'Python tests pass',
    description:
      'Passes when all tests pass with the artifact as the module that they test; the share that does is the score. The artifact cannot say so itself.',
    examples: [{ tests: 'tests', module: 'stack' }],
  });

/**
 * Passes when all tests pass with the artifact as the module that they test; the artifact cannot say so itself (guards
 * 1.6).
 */
export function pythonTests(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'python-tests',
    nature: 'deterministic',
    sandbox: true,
    score: true,
    judges: 'python',
    needs: () => JAIL,
    options,
    async evaluate({ tests: place, protocol, module }, context) {
      const { artifact, signal } = context;
      const tests = testsAt(place, context);
      if (tests === undefined) {
        return hopeless(
          `There are no tests "${place}": it is neither an artifact to judge by nor a path in input.files.`,
        );
      }
      const tooMuch = sourceProblem(artifact.text);
      if (tooMuch !== undefined) return rejected(tooMuch);
      const sandbox = sandboxes.find(JAIL);
      const { [place]: _, ...files } = givenModules(context);
      const report = await runPythonTests({
        sandbox,
        files,
        artifact: artifact.text,
        tests: { [TEST_FILE]: tests },
        protocol,
        module,
        signal,
      });
      return placed(sandbox, verdictOf(report), factsOf(report));
    },
  };
}

const TEST_FILE = 'test_artifact.py';

function verdictOf(report: TestReport): GuardAnswer {
  const { tests, problem } = report;
  const unpassed = tests.filter(({ outcome }) => outcome !== 'passed').toSorted(bySeverity);
  const score = tests.length === 0 ? 0 : (tests.length - unpassed.length) / tests.length;
  if (problem === undefined && tests.length > 0 && unpassed.length === 0) return { ...PASSED, score };
  const heard = problem === undefined ? unpassed : unpassed.filter(({ outcome }) => outcome !== 'missing');
  const answer = rejected(
    problem?.message ?? '',
    ...listed(heard.map(said)),
    tests.length === 0 ? NO_TESTS : `${tests.length - unpassed.length} of ${tests.length} tests pass.`,
  );
  return { ...answer, score, ...(problem?.kind === 'tamper' && { tampered: true }) };
}

/** The first tell what they saw, the others only that they failed. */
function said({ id, message }: TestResult, index: number): string {
  return `${id}: ${index < MAX_DETAILED ? message : cut(message.split('\n', 1)[0] ?? '', MAX_BRIEF)}`;
}

const MAX_DETAILED = 5;
const MAX_BRIEF = 200;

const NO_TESTS = 'CollectionError: no test was found.';

const SEVERITY = ['failed', 'errored', 'skipped', 'missing', 'passed'] as const;

/** What failed tells most. */
function bySeverity(one: TestResult, other: TestResult): number {
  return SEVERITY.indexOf(one.outcome) - SEVERITY.indexOf(other.outcome);
}

const MAX_NAMED = 50;

function factsOf({ protocol, tests }: TestReport): object {
  const unpassed = tests.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id.slice(0, 200));
  return {
    protocol,
    passed: tests.length - unpassed.length,
    failed: unpassed.length,
    total: tests.length,
    ...(unpassed.length > 0 && { tests: unpassed.slice(0, MAX_NAMED) }),
  };
}
