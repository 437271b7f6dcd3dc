import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { hopeless, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from '../python/needs.ts';
import { patchedRepository, patchOptions, testsOf } from './given.ts';
import { unheardOf, unknownFiles, unknownTests } from './listed-tests.ts';
import { type NamedResult, namedResult, type Purpose } from './named-tests.ts';
import { type TestSetting, testOptions } from './run-in-repository.ts';
import { runSuite, type SuiteReport } from './run-suite.ts';
import { fileOfTest, isTestModule } from './test-names.ts';
import type { Workspace } from './workspace.ts';

const names = z.array(z.string().min(1)).max(5_000);

const options = z
  .strictObject({
    ...patchOptions,
    ...testOptions,
    failToPass: names
      .describe(
        'Tests of the repository that must turn green: tests/test_x.py::test_y, or a file. Default: input.failToPass.',
      )
      .optional(),
    passToPass: names
      .describe(
        'Tests that must stay green. Default: input.passToPass, or all of the repository that pass without the patch.',
      )
      .optional(),
  })
  .meta({
    title: 'All tests of a repository',
    description:
      'Passes when, with the patch that the artifact is, the tests of the repository that must turn green and those that must stay green all pass. The score is their share.',
    examples: [{ failToPass: ['tests/test_stack.py::test_pop'] }],
  });

/**
 * Passes when, with the patch that the artifact is, the tests of the repository that must turn green and those that must stay green all
 * pass; the score is their share.
 */
export function fullEval(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'full-eval',
    nature: 'deterministic',
    sandbox: true,
    score: true,
    judges: 'patch',
    needs: () => JAIL,
    options,
    async evaluate(given, context) {
      const failToPass = given.failToPass ?? testsOf(context, 'failToPass') ?? [];
      const passToPass = given.passToPass ?? testsOf(context, 'passToPass');
      const listedTests = [...failToPass, ...(passToPass ?? [])];
      const repository = patchedRepository(context, given, listedTests);
      if ('verdict' in repository) return repository.verdict;
      const { before, patched } = repository;
      const noFiles = unknownFiles(listedTests, [before, patched.workspace]);
      if (noFiles.length > 0) return hopeless(...noFiles);
      const sandbox = sandboxes.find(JAIL);
      const run = { sandbox, context, given };
      const green = passToPass ?? (await greenTests(before, run)).filter((name) => !failToPass.includes(name));
      if (failToPass.length + green.length === 0) return hopeless(NOTHING);
      const files = [...new Set([...failToPass, ...green].map(fileOfTest))];
      const report = await runSuite(patched.workspace, files, run);
      const mistakes = await mistakenTests(unheardOf(listedTests, report), { before, report }, run);
      if (mistakes.length > 0) return placed(sandbox, hopeless(...mistakes));
      const results = [...resultsOf(failToPass, 'fail-to-pass', report), ...resultsOf(green, 'pass-to-pass', report)];
      return placed(sandbox, verdictOf(results, report), { protocol: report.protocol, ...countsOf(results) });
    },
  };
}

const NOTHING =
  'There is no test to judge by: input.failToPass and input.passToPass name none, and none of the repository passes.';

/** Of the tests that are not there with the patch, those that were not there before it either, in sentences (R95). */
async function mistakenTests(
  absent: readonly string[],
  { before, report }: { readonly before: Workspace; readonly report: SuiteReport },
  run: TestSetting,
): Promise<readonly string[]> {
  const files = [...new Set(absent.map(fileOfTest))].filter((file) => before.has(file));
  if (absent.length === 0) return [];
  const earlier = files.length === 0 ? NO_TESTS : await runSuite(before, files, run);
  return unknownTests(unheardOf(absent, earlier), [...report.tests, ...earlier.tests]);
}

const NO_TESTS: SuiteReport = { protocol: 'split', tests: [] };

/** The tests of a repository that pass as it is. */
async function greenTests(workspace: Workspace, run: TestSetting): Promise<readonly string[]> {
  const files = workspace.paths.filter(isTestModule);
  if (files.length === 0) return [];
  const { tests } = await runSuite(workspace, files, run);
  return tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
}

function resultsOf(
  tests: readonly string[],
  purpose: Purpose,
  { tests: results }: SuiteReport,
): readonly NamedResult[] {
  return [...new Set(tests)].map((name) => namedResult(name, purpose, results));
}

function verdictOf(results: readonly NamedResult[], { problem }: SuiteReport): GuardAnswer {
  const wrong = results.filter(({ passed }) => !passed);
  const score = (results.length - wrong.length) / results.length;
  if (problem === undefined && wrong.length === 0) return { ...PASSED, score };
  const answer = rejected(
    problem?.message ?? '',
    ...listed(wrong.map(sentence)),
    ...PURPOSES.flatMap((each) => share(results, each)),
  );
  return { ...answer, score, ...(problem?.kind === 'tamper' && { tampered: true }) };
}

const PURPOSES: readonly Purpose[] = ['fail-to-pass', 'pass-to-pass'];

const MUST: Readonly<Record<Purpose, string>> = {
  'fail-to-pass': 'must turn green and does not',
  'pass-to-pass': 'was green and must stay so',
};

function sentence({ name, purpose, message }: NamedResult): string {
  return `${name} ${MUST[purpose]}: ${message}`;
}

function share(results: readonly NamedResult[], purpose: Purpose): readonly string[] {
  const own = results.filter((result) => result.purpose === purpose);
  if (own.length === 0) return [];
  return [`${own.filter(({ passed }) => passed).length} of ${own.length} ${purpose} tests pass with the patch.`];
}

function countsOf(results: readonly NamedResult[]): object {
  return Object.fromEntries(
    PURPOSES.map((purpose) => {
      const own = results.filter((result) => result.purpose === purpose);
      return [purpose, { passed: own.filter(({ passed }) => passed).length, total: own.length }];
    }),
  );
}
