import { z } from 'zod';
import { safeParseNumbers } from '../text/parse-numbers.ts';
import type { ExternalAnswer, Guard, GuardAnswer } from './guard.ts';
import { verdictData } from './verdict-data.ts';

const options = z
  .strictObject({
    taskQueue: z.string().min(1).max(200).describe('The task queue that the worker of the activity polls.'),
    activity: z.string().min(1).max(200).describe("The activity's name."),
    args: z.unknown().describe('Any JSON; handed on as it is.').optional(),
  })
  .meta({
    title: 'An activity of your own',
    description:
      'Asks a Temporal activity on a task queue of your own, in any language. It answers `{verdict, feedback?, score?, data?}`.',
    examples: [{ taskQueue: 'checks', activity: 'judge' }],
  });

export type ExternalOptions = z.infer<typeof options>;

/** An activity of the user's judges. The tree asks for the answer and never evaluates this guard itself (R73). */
export const external: Guard<ExternalOptions> = {
  name: 'external',
  nature: 'deterministic',
  sandbox: false,
  score: true,
  options,
  evaluate() {
    throw new Error('an activity outside answers for this guard');
  },
};

/** A leaf whose verdict an activity outside owes: no verdict, and no error (R73). */
export class ExternalLeaf extends Error {
  override readonly name = 'ExternalLeaf';
  readonly leaf: string;
  readonly options: ExternalOptions;
  constructor(leaf: string, asked: ExternalOptions) {
    super(`${leaf} waits for ${asked.activity} on ${asked.taskQueue}`);
    this.leaf = leaf;
    this.options = asked;
  }
}

/** An activity outside that gave no verdict, after Temporal has tried enough: nothing that another try of ours could mend. */
export class ExternalFault extends Error {
  override readonly name = 'ExternalFault';
}

const Answer = z.object({
  verdict: z.enum(['pass', 'retry', 'fatal']),
  feedback: z.string().default(''),
  score: z.number().min(0).max(1).exactOptional(),
  data: verdictData.exactOptional(),
});

/** What an activity outside has said, as a guard says it. Throws `ExternalFault` where that is no verdict. */
export function externalVerdict({ activity, taskQueue }: ExternalOptions, answer: ExternalAnswer): GuardAnswer {
  const who = `${activity} on ${taskQueue}`;
  if ('error' in answer) throw new ExternalFault(`${who} gave no verdict: ${answer.error}`);
  const parsed = safeParseNumbers(Answer, answer.result);
  if (parsed.success) return parsed.data;
  throw new ExternalFault(
    `${who} must answer {verdict: pass | retry | fatal, feedback?, score?, data?}: ${z.prettifyError(parsed.error)}`,
  );
}
