import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { type Asked, askProgram } from './ask-program.ts';

interface UndefinedName {
  readonly name: string;
  /** A line that reads it. */
  readonly line: number;
}

export type Undefined =
  | { readonly undefined: readonly UndefinedName[] }
  /** Why the source cannot be looked at: it does not compile. */
  | { readonly unreadable: string };

interface Source {
  readonly sandbox: Sandbox;
  readonly source: string;
  readonly path: string;
  /** Names that were undefined in this earlier source already are not counted. */
  readonly baseline?: string;
  readonly context: Pick<GuardContext, 'signal'>;
}

const answerSchema = z.union([
  z.object({ undefined: z.array(z.object({ name: z.string(), line: z.number() })) }),
  z.object({ unreadable: z.string() }),
]);

/**
 * The names that a source reads and that are bound nowhere they could be seen from. To be called with sources of a size
 * to compile.
 */
export function undefinedNames({ sandbox, source, path, baseline, context }: Source): Promise<Asked<Undefined>> {
  const request = { source, path, baseline: baseline ?? null };
  return askProgram({ sandbox, program: 'lint', request, answer: answerSchema, context });
}
