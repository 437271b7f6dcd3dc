import { z } from 'zod';
import { programLimit } from '../../definitions/checks/guard-programs.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { hopeless, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer, GuardContext } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from '../python/needs.ts';
import { type RedOutcome, redReport } from '../python/red.ts';
import { sourceProblem } from '../python/source-size.ts';
import type { Problem, TestResult } from '../python/test-report.ts';
import { workspaceOf, workspaceOptions } from './given.ts';
import { GENERATED_TEST, modulesOf, runInRepository, testOptions } from './run-in-repository.ts';
import type { Workspace } from './workspace.ts';

const options = z
  .strictObject({
    ...workspaceOptions,
    ...testOptions,
    module: z
      .string()
      .regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'Write a module such as stack or package.stack.')
      .describe('A module that is not written yet: a stub stands for it.')
      .optional(),
  })
  .meta({
    title: 'Tests fail as they should',
    description:
      'Passes when every test of the artifact, a Python test module, fails by an assertion on what is there: the repository in the input, or stubs of what is not written yet. A test that passes already proves nothing.',
    examples: [{ module: 'stack' }],
  });

type Options = z.infer<typeof options>;

/**
 * Passes when every test of the artifact, a Python test module, fails by an assertion on the repository as it is; without a repository, or
 * with `module`, on stubs of what it imports and nobody has written. A test that passes proves nothing, and one that errs tests nothing
 * (guards 1.6).
 */
export function testRed(sandboxes: Sandboxes): Guard<Options> {
  return {
    name: 'test-red',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'python',
    needs: () => JAIL,
    options,
    async evaluate(given, context) {
      const workspace = workspaceOf(context, given);
      if (workspace?.ok === false) return hopeless(...workspace.problems);
      const tooMuch = sourceProblem(context.artifact.text);
      if (tooMuch !== undefined) return rejected(tooMuch);
      const sandbox = sandboxes.find(JAIL);
      const run = { given, context, sandbox };
      const isWritten = workspace !== undefined && given.module === undefined;
      const report = await (isWritten ? onRepository(workspace.value, run) : onStubs(workspace?.value, run));
      const facts = { protocol: report.protocol, tests: report.tests.length };
      return placed(sandbox, verdictOf(report), facts);
    },
  };
}

interface Run {
  readonly given: Options;
  readonly context: GuardContext;
  readonly sandbox: Sandbox;
}

interface Report {
  readonly protocol: string;
  /** What the tests were run on, in words. */
  readonly on: string;
  readonly tests: readonly { readonly id: string; readonly outcome: RedOutcome; readonly message: string }[];
  readonly problem?: Problem;
}

async function onRepository(workspace: Workspace, { given, context, sandbox }: Run): Promise<Report> {
  const tests = { [GENERATED_TEST]: context.artifact.text };
  const report = await runInRepository(workspace, tests, { sandbox, context, given });
  const results = report.tests.map((test) => ({ ...test, outcome: redOutcome(test) }));
  return { ...report, tests: results, on: 'the repository as it is' };
}

async function onStubs(workspace: Workspace | undefined, { given, context, sandbox }: Run): Promise<Report> {
  const report = await redReport({
    sandbox,
    files: workspace === undefined ? {} : modulesOf(workspace),
    tests: { [GENERATED_TEST]: context.artifact.text },
    module: given.module,
    limits: { wall: programLimit(given.timeout) },
    signal: context.signal,
  });
  return { ...report, protocol: 'stub', on: 'a stub that does nothing' };
}

/** A test that ends by any other error than these does not say that something is not as it should be. */
const FAILURE = /^(?:AssertionError|Failed|NotImplementedError)\b/;

function redOutcome({ outcome, message }: TestResult): RedOutcome {
  if (outcome === 'passed') return 'vacuous';
  if (outcome === 'failed') return FAILURE.test(message) ? 'red' : 'errored';
  return outcome;
}

function verdictOf({ tests, problem, on }: Report): GuardAnswer {
  if (problem !== undefined) return rejected(problem.message, `The tests have to run on ${on} and to fail there.`);
  if (tests.length === 0) return rejected('CollectionError: no test was found.', 'Write functions named test_….');
  const others = tests.filter(({ outcome }) => outcome !== 'red');
  if (others.length === 0) return PASSED;
  const sentences = others.map(({ id, outcome, message }) => complaint(id, outcome, message, on));
  return rejected(...listed(sentences), `Every test has to fail on ${on}, by an assertion. ${advice(others)}`);
}

function complaint(id: string, outcome: RedOutcome, message: string, on: string): string {
  if (outcome === 'vacuous') return `${id} passes on ${on}, so it proves nothing.`;
  if (outcome === 'errored') return `${id} does not fail by an assertion, it errs: ${message}`;
  return `${id} was ${outcome === 'skipped' ? 'skipped' : 'not run'}: ${message}`;
}

function advice(tests: readonly { readonly outcome: RedOutcome }[]): string {
  if (!tests.some(({ outcome }) => outcome === 'errored')) return 'Assert what is not so yet.';
  return 'Where an error is itself what has to be mended, catch it and call pytest.fail.';
}
