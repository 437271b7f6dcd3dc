import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { listed, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from '../python/needs.ts';
import { sourceProblem } from '../python/source-size.ts';
import { undefinedNames } from '../python/undefined-names.ts';
import { patchedRepository, patchOptions } from './given.ts';
import { changedModules } from './patched-modules.ts';

const options = z.strictObject(patchOptions).meta({
  title: 'Patch lints',
  description:
    'Passes when no file that the patch writes reads a name that is bound nowhere, but for those that it read before.',
  examples: [{}],
});

/** Passes when no file that the patch writes reads a name that is bound nowhere, but for those that it read before already. */
export function patchLint(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'patch-lint',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'patch',
    needs: () => JAIL,
    options,
    async evaluate(given, context) {
      const repository = patchedRepository(context, given);
      if ('verdict' in repository) return repository.verdict;
      const sandbox = sandboxes.find(JAIL);
      const problems: string[] = [];
      for (const { path, source } of changedModules(repository.patched)) {
        const baseline = repository.before.get(path);
        problems.push(
          ...(await newProblems({ sandbox, path, source, context, ...(baseline !== undefined && { baseline }) })),
        );
      }
      return placed(sandbox, problems.length === 0 ? PASSED : rejected(...listed(problems), BIND_THEM));
    },
  };
}

const BIND_THEM = 'Define or import each of these names in its file, or use one that is there.';

async function newProblems(file: Parameters<typeof undefinedNames>[0]): Promise<readonly string[]> {
  const tooMuch = sourceProblem(file.source);
  if (tooMuch !== undefined) return [`${file.path}: ${tooMuch}`];
  const asked = await undefinedNames(file);
  if (!asked.ok) return [`${file.path}: ${asked.problem}`];
  if ('unreadable' in asked.answer) return [`${asked.answer.unreadable} (${file.path})`];
  return asked.answer.undefined.map(
    ({ name, line }) => `NameError: name '${name}' is not defined (${file.path}, line ${line} with the patch).`,
  );
}
