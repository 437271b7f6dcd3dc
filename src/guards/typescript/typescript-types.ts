import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { askCompiler } from './ask-compiler.ts';
import { standardDeclarations } from './compiler-files.ts';
import { ARTIFACT, type Finding, findingSchema, rejectedFor } from './findings.ts';
import { JAIL } from './needs.ts';
import { sourceProblem } from './source-problem.ts';

const options = z
  .strictObject({
    files: z
      .record(z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\.ts$/), z.string())
      .describe(
        'Files that the artifact may import, by paths that end in .ts; the artifact is artifact.ts beside them.',
      )
      .optional(),
    strict: z
      .boolean()
      .describe('False allows what the compiler allows without "strict"; true when left out.')
      .optional(),
  })
  .meta({
    title: 'TypeScript compiles',
    description: 'Passes what the TypeScript compiler has nothing against, and what does not forbid it to say so.',
    examples: [{ files: { 'model.ts': 'export interface Order { readonly id: string }\n' } }],
  });

type Options = z.infer<typeof options>;

const directiveSchema = z.object({ line: z.int(), name: z.string() });
const answerSchema = z.object({ findings: z.array(findingSchema), directives: z.array(directiveSchema) });

/** Passes what the compiler has nothing against (guards 2.2), and what does not forbid it to say so. */
export function typescriptTypes(sandboxes: Sandboxes): Guard<Options> {
  return {
    name: 'typescript-types',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'typescript',
    needs: () => JAIL,
    options,
    check: ({ files = {} }) =>
      Object.keys(files)
        .filter((path) => path === ARTIFACT)
        .map((path) => ({
          path: ['files', path],
          message: `${ARTIFACT} is the artifact itself; give the file another name.`,
        })),
    async evaluate({ files = {}, strict = true }, context) {
      const problem = sourceProblem(context.artifact.text);
      if (problem !== undefined) return rejected(problem);
      const sandbox = sandboxes.find(JAIL);
      const texts = { ...files, [ARTIFACT]: context.artifact.text };
      const asked = await askCompiler({
        sandbox,
        program: 'compiler/types',
        question: { texts, strict, library: standardDeclarations(), judged: ARTIFACT },
        answer: answerSchema,
        context,
      });
      if (!asked.ok) return placed(sandbox, rejected(asked.problem));
      const { findings, directives } = asked.answer;
      if (directives.length > 0) return placed(sandbox, rejected(...listed(directives.map(directiveLine))));
      return placed(sandbox, findings.length === 0 ? PASSED : verdictOn(findings, texts));
    },
  };
}

function directiveLine({ line, name }: z.infer<typeof directiveSchema>): string {
  return `DirectiveError: ${name} keeps errors from the check (line ${line}). Remove it, and mend what it hides.`;
}

/** Codes of a module that is not found, or has no types. */
const UNRESOLVED = new Set([2307, 2792, 7016, 2591, 2580]);

function verdictOn(findings: readonly Finding[], texts: Readonly<Record<string, string>>): GuardAnswer {
  const explained = findings.map((finding) =>
    UNRESOLVED.has(finding.code) ? { ...finding, message: `${finding.message} ${importable(texts)}` } : finding,
  );
  return rejectedFor('TypeError', explained, texts);
}

function importable(texts: Readonly<Record<string, string>>): string {
  const files = Object.keys(texts).filter((file) => file !== ARTIFACT);
  const own = files.length === 0 ? 'no other file' : files.map((file) => `./${file}`).join(', ');
  return `There is ${own} to import, and no package.`;
}
