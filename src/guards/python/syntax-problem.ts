import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { type Asked, askProgram } from './ask-program.ts';

const problemSchema = z.object({
  kind: z.string(),
  message: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  /** The offending line. */
  text: z.string(),
});

export type SyntaxProblem = z.infer<typeof problemSchema>;

interface Source {
  readonly sandbox: Sandbox;
  readonly source: string;
  readonly path: string;
  readonly context: Pick<GuardContext, 'signal'>;
}

const answerSchema = z.object({ problem: problemSchema.nullable() });

/** Why CPython does not compile a source; null when it does. To be called with sources of a size to compile. */
export async function syntaxProblem({ sandbox, source, path, context }: Source): Promise<Asked<SyntaxProblem | null>> {
  const request = { source, path };
  const asked = await askProgram({ sandbox, program: 'syntax', request, answer: answerSchema, context });
  return asked.ok ? { ok: true, answer: asked.answer.problem } : asked;
}
