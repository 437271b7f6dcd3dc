import { z } from 'zod';
import { VERDICTS } from '../model/verdict.ts';
import type { Guard, GuardAnswer } from './guard.ts';

const entry = z
  .strictObject({
    verdict: z.enum(VERDICTS).describe('What is said of this attempt.').optional(),
    feedback: z.string().describe('The words of a rejection.').optional(),
    score: z.number().min(0).max(1).describe('The score of the verdict.').optional(),
    error: z.boolean().describe('True: the guard breaks instead, once; it is tried again.').optional(),
  })
  .refine(({ verdict, error }) => error === true || verdict !== undefined, {
    path: ['verdict'],
    error: 'Say "pass", "retry" or "fatal", or make the entry an "error".',
  });

const options = z
  .strictObject({ verdicts: z.array(entry).min(1).max(10_000).describe('One entry for each attempt, in order.') })
  .meta({
    title: 'Scripted',
    description:
      'Says what it is told, for simulations: the entry is picked by the number of the attempt over all epochs, and the last one repeats.',
    examples: [{ verdicts: [{ verdict: 'retry', feedback: 'Too short.' }, { verdict: 'pass' }] }],
  });

type Entry = z.infer<typeof entry>;

/**
 * Says what it is told, for simulations: the answer is picked by the step's ordinal over all epochs and the last one repeats. Error
 * entries that stand before an answer are guard errors, one for each execution, and count for no ordinal (running 5).
 */
export const scripted: Guard<z.infer<typeof options>> = {
  name: 'scripted',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: true,
  options,
  evaluate({ verdicts }, { n, errors }) {
    const turns = turnsOf(verdicts);
    const turn = turns[n - 1];
    const fault = turn?.errors[errors];
    const answer = turn?.answer ?? lastAnswer(verdicts);
    if (fault !== undefined || answer === undefined)
      throw new Error(fault?.feedback ?? 'The script says: guard error.');
    return answerOf(answer);
  },
};

/** What happens at one ordinal: errors first, then the answer; errors at the end of the script have none of their own. */
interface Turn {
  readonly errors: readonly Entry[];
  readonly answer?: Entry;
}

function turnsOf(verdicts: readonly Entry[]): readonly Turn[] {
  const turns: Turn[] = [];
  let errors: Entry[] = [];
  for (const each of verdicts) {
    if (each.error === true) {
      errors.push(each);
    } else {
      turns.push({ errors, answer: each });
      errors = [];
    }
  }
  return [...turns, { errors }];
}

function lastAnswer(verdicts: readonly Entry[]): Entry | undefined {
  return verdicts.findLast((each) => each.error !== true);
}

function answerOf({ verdict = 'retry', feedback, score }: Entry): GuardAnswer {
  return {
    verdict,
    feedback: verdict === 'pass' ? '' : (feedback ?? `The script says: ${verdict}.`),
    ...(score === undefined ? {} : { score }),
  };
}
