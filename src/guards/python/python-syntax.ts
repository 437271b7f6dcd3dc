import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from './needs.ts';
import { sourceProblem } from './source-size.ts';
import { type SyntaxProblem, syntaxProblem } from './syntax-problem.ts';

const options = z.strictObject({}).meta({
  title: 'Python compiles',
  description: 'Passes what CPython compiles; the feedback shows line and column.',
  examples: [{}],
});

/** Passes what CPython compiles; feedback shows the line and the column (guards 2.1). */
export function pythonSyntax(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'python-syntax',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'python',
    needs: () => JAIL,
    options,
    async evaluate(_, context) {
      const source = context.artifact.text;
      const tooMuch = sourceProblem(source);
      if (tooMuch !== undefined) return rejected(tooMuch);
      const sandbox = sandboxes.find(JAIL);
      const asked = await syntaxProblem({ sandbox, source, path: 'artifact.py', context });
      return placed(sandbox, asked.ok ? verdictOf(asked.answer) : rejected(asked.problem));
    },
  };
}

function verdictOf(problem: SyntaxProblem | null) {
  if (problem === null) return PASSED;
  const { kind, message, line, column, text } = problem;
  const place = line === null ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`;
  return rejected(`${kind}: ${message}${place}`, ...pointed(text, column));
}

/** The line with a mark under the column. */
function pointed(text: string, column: number | null): readonly string[] {
  if (text.trim() === '' || text.length > 200) return [];
  return column === null || column < 1 ? [`  ${text}`] : [`  ${text}`, `  ${' '.repeat(column - 1)}^`];
}
