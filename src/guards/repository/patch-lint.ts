import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { HALLUCINATED, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from '../python/needs.ts';
import { sourceProblem } from '../python/source-size.ts';
import { undefinedNames } from '../python/undefined-names.ts';
import { patchedRepository, patchOptions } from './given.ts';
import { changedModules } from './patch/patched-modules.ts';

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
      let isUnbound = false;
      for (const { path, source } of changedModules(repository.patched)) {
        const baseline = repository.before.get(path);
        const file = { sandbox, path, source, context, ...(baseline !== undefined && { baseline }) };
        const { words, unbound } = await newProblems(file);
        problems.push(...words, ...unbound);
        isUnbound ||= unbound.length > 0;
      }
      const answer = problems.length === 0 ? PASSED : rejected(...listed(problems), BIND_THEM);
      return placed(sandbox, answer, isUnbound ? HALLUCINATED : {});
    },
  };
}

const BIND_THEM = 'Define or import each of these names in its file, or use one that is there.';

interface Found {
  /** Why the file could not be looked at. */
  readonly words: readonly string[];
  readonly unbound: readonly string[];
}

async function newProblems(file: Parameters<typeof undefinedNames>[0]): Promise<Found> {
  const tooMuch = sourceProblem(file.source);
  if (tooMuch !== undefined) return unread(`${file.path}: ${tooMuch}`);
  const asked = await undefinedNames(file);
  if (!asked.ok) return unread(`${file.path}: ${asked.problem}`);
  if ('unreadable' in asked.answer) return unread(`${asked.answer.unreadable} (${file.path})`);
  const unbound = asked.answer.undefined.map(
    ({ name, line }) => `NameError: name '${name}' is not defined (${file.path}, line ${line} with the patch).`,
  );
  return { words: [], unbound };
}

function unread(why: string): Found {
  return { words: [why], unbound: [] };
}
