import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { type Asked, askCompiler } from './ask-compiler.ts';
import { findingSchema } from './findings.ts';

const readySchema = z.object({
  tests: z.object({
    script: z.string(),
    /** What they import from the implementation by name. */
    imported: z.array(z.string()),
    /** What can be seen of them in their text; `apart` says why they need the implementation in their own process. */
    declared: z.object({
      tests: z.array(z.object({ name: z.string(), apart: z.string().optional() })),
      isComplete: z.boolean(),
      apart: z.string().optional(),
    }),
  }),
  implementation: z.object({
    script: z.string(),
    /** The source map that leads from the script to the text. */
    map: z.string(),
    problem: z.string().optional(),
    /** What it should not do where it shares a process with its tests. */
    policy: z.array(z.string()),
  }),
  /** The scripts of the files beside it, by the names that they are imported by. */
  given: z.record(z.string(), z.string()),
});

const unfitSchema = z.union([
  z.object({ testFindings: z.array(findingSchema), implementationFindings: z.array(findingSchema) }),
  /** Why the tests cannot be run at all. */
  z.object({ problem: z.string() }),
]);

const answerSchema = z.union([readySchema, unfitSchema]);

/** Tests and an implementation as JavaScript, and what can be seen of them without running them. */
export type Ready = z.infer<typeof readySchema>;
/** What keeps them from being run. */
export type Unfit = z.infer<typeof unfitSchema>;

interface Sources {
  readonly tests: string;
  readonly implementation: string;
  /** Files beside them, by path. */
  readonly given: Readonly<Record<string, string>>;
  readonly module: string | undefined;
}

export function prepare(
  sandbox: Sandbox,
  question: Sources,
  context: Pick<GuardContext, 'signal'>,
): Promise<Asked<Ready | Unfit>> {
  return askCompiler({ sandbox, program: 'compiler/prepare', question, answer: answerSchema, context });
}
