import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { hopeless, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from '../python/needs.ts';
import type { TestReport } from '../python/test-report.ts';
import { dependencyOf, patchedRepository, patchOptions } from './given.ts';
import { GENERATED_TEST, runInRepository, testOptions } from './run-in-repository.ts';

const options = z
  .strictObject({
    ...patchOptions,
    ...testOptions,
    tests: z.string().min(1).describe('The artifact with the tests; gen_test when left out.').optional(),
  })
  .meta({
    title: 'Accepted tests turn green',
    description:
      'Passes when every test of an accepted test module passes on the repository with the patch that the artifact is.',
    examples: [{ tests: 'gen_test' }],
  });

/** Passes when every test of an accepted test module passes on the repository with the patch that the artifact is. */
export function testGreen(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'test-green',
    nature: 'deterministic',
    sandbox: true,
    score: true,
    judges: 'patch',
    needs: () => JAIL,
    options,
    async evaluate(given, context) {
      const tests = dependencyOf(context, given.tests ?? 'gen_test');
      if (!tests.ok) return hopeless(...tests.problems);
      const repository = patchedRepository(context, given);
      if ('verdict' in repository) return repository.verdict;
      const sandbox = sandboxes.find(JAIL);
      const run = { sandbox, context, given };
      const report = await runInRepository(repository.patched.workspace, { [GENERATED_TEST]: tests.value }, run);
      return placed(sandbox, verdictOf(report), { protocol: report.protocol, tests: report.tests.length });
    },
  };
}

function verdictOf({ tests, problem }: TestReport): GuardAnswer {
  const others = tests.filter(({ outcome }) => outcome !== 'passed');
  const score = tests.length === 0 ? 0 : (tests.length - others.length) / tests.length;
  if (problem === undefined && tests.length > 0 && others.length === 0) return { ...PASSED, score };
  const heard = others.filter(({ outcome }) => problem === undefined || outcome !== 'missing');
  const sentences = heard.map(({ id, outcome, message }) => `${id} ${outcome}: ${message}`);
  const passed = `${tests.length - others.length} of ${tests.length} tests pass with the patch.`;
  const answer = rejected(problem?.message ?? '', ...listed(sentences), passed);
  return { ...answer, score, ...(problem?.kind === 'tamper' && { tampered: true }) };
}
