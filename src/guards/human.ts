import { z } from 'zod';
import { durationSchema } from '../domain/definition/durations.ts';
import type { Guard } from './guard.ts';

const options = z.strictObject({
  question: z.string().min(1).describe('What the person is asked.'),
  assignees: z.array(z.string().min(1)).describe('Who should answer.').optional(),
  expiresIn: durationSchema.describe('How long the person has.').optional(),
  onExpiry: z
    .enum(['fail', 'reject'])
    .describe('When nobody answers in time: fail the run (default), or reject the artifact. Expiry never approves.')
    .optional(),
});

export type HumanOptions = z.infer<typeof options>;

/** A person approves. The tree asks for the answer and never evaluates this guard itself (R73). */
export const human: Guard<HumanOptions> = {
  name: 'human',
  nature: 'human',
  sandbox: false,
  score: false,
  options,
  evaluate() {
    throw new Error('a person answers for this guard');
  },
};
