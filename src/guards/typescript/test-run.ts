import { z } from 'zod';
import type { Message } from './peer.ts';

const errorSchema = z.object({ name: z.string(), message: z.string(), stack: z.string() });
const resultSchema = z.object({
  name: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'cannot-cross']),
  error: errorSchema.optional(),
  reason: z.string().optional(),
});

export type ErrorFacts = z.infer<typeof errorSchema>;
export type TestResult = z.infer<typeof resultSchema>;

/** What a tester has said so far. */
export interface TestRun {
  /** The names that were declared, in their order. */
  readonly planned: readonly string[];
  readonly results: readonly TestResult[];
  /** The test that is running. */
  readonly current: string | undefined;
  readonly isDone: boolean;
  /** Why the tests could not be run at all. */
  readonly broken: ErrorFacts | undefined;
}

export const NOTHING_RUN: TestRun = { planned: [], results: [], current: undefined, isDone: false, broken: undefined };

/** The run after one more message. Throws for what no tester of ours says. */
export function heardOf(run: TestRun, { word, payload }: Message): TestRun {
  const value: unknown = word === 'done' ? undefined : JSON.parse(payload);
  switch (word) {
    case 'plan':
      return { ...run, planned: z.array(z.string()).parse(value) };
    case 'begin':
      return { ...run, current: z.string().parse(value) };
    case 'end':
      return { ...run, current: undefined, results: [...run.results, resultSchema.parse(value)] };
    case 'done':
      return { ...run, isDone: true };
    case 'broken':
      return { ...run, broken: errorSchema.parse(value) };
    default:
      throw new Error(`the tester said ${word}`);
  }
}

export function errorIn({ payload }: Message): ErrorFacts {
  return errorSchema.parse(JSON.parse(payload));
}
