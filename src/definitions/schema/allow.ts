import { z } from 'zod';
import type { Action } from '../../model/events/escalations.ts';

/** The answers that a question about a step can take; `raise` answers the question about a budget, which is about the whole run. */
const STEP_ANSWERS = [
  'approve',
  'reject',
  'amend',
  'retry',
  'redo',
  'skip',
  'abort',
] as const satisfies readonly Action[];

/** Which answers people may give about a step (R129). */
export const allowSchema = z
  .array(z.enum(STEP_ANSWERS))
  .describe(
    'Which answers people may give, to this question and to every other one about the step; abort is always possible. All that the kind of question takes when left out.',
  );

/** The list as plans have it; undefined where there is none. What is no answer is left out: publishing has refused it. */
export function allowedAnswers(written: unknown): readonly Action[] | undefined {
  if (!Array.isArray(written)) return undefined;
  return STEP_ANSWERS.filter((answer) => written.includes(answer));
}
