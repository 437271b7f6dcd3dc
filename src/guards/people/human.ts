import { z } from 'zod';
import { durationSchema } from '../../definitions/parse/durations.ts';
import { allowSchema } from '../../definitions/schema/allow.ts';
import { jsonSchemaSchema } from '../../definitions/schema/json-schema-field.ts';
import { template } from '../../definitions/schema/template-fields.ts';
import { keysOf } from '../../text/pointer.ts';
import type { Guard } from '../guard.ts';
import { schemaProblems, warningsOfSchema } from '../isolation/schema-errors.ts';

const options = z
  .strictObject({
    question: template(z.string().min(1), 'What the person is asked; a template.'),
    assignees: z.array(z.string().min(1)).describe('Who should answer; nobody checks who does.').optional(),
    allow: allowSchema.optional(),
    expiresIn: durationSchema.describe('How long the person has.').optional(),
    onExpiry: z
      .enum(['fail', 'reject'])
      .describe('When nobody answers in time: fail the run (default), or reject the artifact. Expiry never approves.')
      .optional(),
    answer: jsonSchemaSchema
      .describe(
        'The JSON Schema that an amended artifact must fit; what does not is refused at once, and the question stays open.',
      )
      .optional(),
  })
  .meta({
    title: 'A person approves',
    description:
      'Asks a person and waits for the answer: `approve` passes, `reject` is a rejection with the words of the person. The only guard that may block something until somebody has agreed.',
    examples: [{ question: 'May this text be sent to the customer?', assignees: ['ada'] }],
  });

export type HumanOptions = z.infer<typeof options>;

/** A person approves. The tree asks for the answer and never evaluates this guard itself (R73). */
export const human: Guard<HumanOptions> = {
  name: 'human',
  nature: 'human',
  sandbox: false,
  score: false,
  options,
  check({ answer }) {
    if (answer === undefined) return [];
    return schemaProblems(answer).map(({ pointer, message }) => ({ path: ['answer', ...keysOf(pointer)], message }));
  },
  warn: ({ answer }) => warningsOfSchema(answer, 'answer'),
  evaluate() {
    throw new Error('a person answers for this guard');
  },
};
