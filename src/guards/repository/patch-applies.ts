import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardContext } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from '../python/needs.ts';
import { compileProblem } from './compile-problem.ts';
import { patchedRepository, patchOptions } from './given.ts';
import type { Patched } from './patch/patch.ts';
import { changedModules } from './patch/patched-modules.ts';

const options = z.strictObject(patchOptions).meta({
  title: 'Patch applies',
  description:
    'Passes when the artifact is a patch (`{"edits": [{"file", "search", "replace"}]}`, `{"patch": "…"}` or a unified diff) that applies to the repository in the input, changes something, touches no test, and leaves Python that compiles. The prefixes a/ and b/ and leading folders may be missing where one file alone is meant, and line ends need not be those of the file.',
  examples: [{}],
});

/**
 * Passes when the artifact is a patch that applies to the repository, changes something, keeps to the policy of patches (guards 2.4), and
 * leaves Python that compiles. The artifact is JSON, `{"edits": [{"file", "search", "replace"}]}` or `{"patch": "<unified diff>"}`, or a
 * unified diff as it is.
 */
export function patchApplies(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'patch-applies',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'patch',
    needs: () => JAIL,
    options,
    async evaluate(given, context) {
      const repository = patchedRepository(context, given);
      if ('verdict' in repository) return repository.verdict;
      const { patched } = repository;
      const sandbox = sandboxes.find(JAIL);
      const problems = await compileProblems(patched, sandbox, context);
      const changes = patched.changes.map(({ kind, path }) => ({ kind, path }));
      return placed(sandbox, problems.length === 0 ? PASSED : rejected(...problems), {
        changes: changes.slice(0, 100),
      });
    },
  };
}

/** More are not looked for. */
const MAX_PROBLEMS = 3;

async function compileProblems(
  patched: Patched,
  sandbox: Sandbox,
  context: Pick<GuardContext, 'signal'>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { path, source } of changedModules(patched)) {
    const problem = await compileProblem({ sandbox, path, source, context });
    if (problem !== undefined) problems.push(problem);
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}
