import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { askCompiler } from './ask-compiler.ts';
import { ARTIFACT, findingSchema, rejectedFor } from './findings.ts';
import { JAIL } from './needs.ts';
import { sourceProblem } from './source-problem.ts';

const options = z.strictObject({}).meta({
  title: 'TypeScript parses',
  description: 'Passes what is TypeScript, or JavaScript, that an engine would begin to run.',
  examples: [{}],
});

const answerSchema = z.object({ findings: z.array(findingSchema) });

/** Passes what is TypeScript, or JavaScript, that an engine would begin to run (guards 2.1). */
export function typescriptSyntax(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'typescript-syntax',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'typescript',
    needs: () => JAIL,
    options,
    async evaluate(_, context) {
      const problem = sourceProblem(context.artifact.text);
      if (problem !== undefined) return rejected(problem);
      const sandbox = sandboxes.find(JAIL);
      const texts = { [ARTIFACT]: context.artifact.text };
      const asked = await askCompiler({
        sandbox,
        program: 'compiler/syntax',
        question: { texts },
        answer: answerSchema,
        context,
      });
      if (!asked.ok) return placed(sandbox, rejected(asked.problem));
      const { findings } = asked.answer;
      return placed(sandbox, findings.length === 0 ? PASSED : rejectedFor('SyntaxError', findings, texts));
    },
  };
}
