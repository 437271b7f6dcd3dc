import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { askProgram } from './ask-program.ts';
import { givenModules, moduleOf } from './given-modules.ts';
import { JAIL } from './needs.ts';
import { sourceProblem } from './source-size.ts';

const STANDARD_LIBRARY = 'stdlib';

const options = z
  .strictObject({
    allow: z
      .array(z.string().regex(/^[A-Za-z_]\w*$/, 'Name top-level modules, such as numpy, or stdlib.'))
      .max(200)
      .describe('Top-level modules that may be imported; `stdlib` stands for the standard library. Default: [stdlib].')
      .optional(),
  })
  .meta({
    title: 'Python imports',
    description:
      'Passes when nothing but allowed modules is imported, wherever in the source; so no invented package gets in.',
    examples: [{ allow: ['stdlib', 'numpy'] }],
  });

const answerSchema = z.union([
  z.object({ forbidden: z.array(z.object({ name: z.string(), line: z.number() })) }),
  z.object({ unreadable: z.string() }),
]);

/**
 * Passes when nothing but allowed modules is imported, wherever in the source; so no invented package gets in (guards
 * 2.2).
 */
export function pythonImports(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'python-imports',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'python',
    needs: () => JAIL,
    options,
    async evaluate({ allow = [STANDARD_LIBRARY] }, context) {
      const source = context.artifact.text;
      const tooMuch = sourceProblem(source);
      if (tooMuch !== undefined) return rejected(tooMuch);
      const sandbox = sandboxes.find(JAIL);
      const given = Object.keys(givenModules(context)).map(moduleOf);
      const request = { source, path: 'artifact.py', allowed: allow, given };
      const asked = await askProgram({ sandbox, program: 'imports', request, answer: answerSchema, context });
      return placed(sandbox, asked.ok ? verdictOf(asked.answer, [...allow, ...given]) : rejected(asked.problem));
    },
  };
}

function verdictOf(answer: z.infer<typeof answerSchema>, allowed: readonly string[]): GuardAnswer {
  if ('unreadable' in answer) return rejected(answer.unreadable);
  if (answer.forbidden.length === 0) return PASSED;
  const sentences = answer.forbidden.map(
    ({ name, line }) => `ImportError: ${name} may not be imported (line ${line}).`,
  );
  const names = allowed.map((name) => (name === STANDARD_LIBRARY ? 'the standard library' : name));
  return rejected(...listed(sentences), `What may be imported: ${listed(names, 40).join(', ') || 'nothing'}.`);
}
