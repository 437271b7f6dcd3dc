import { z } from 'zod';
import { listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';

const options = z
  .strictObject({
    values: z.array(z.string()).min(1).max(1000).describe('The answers there are; blanks around them do not count.'),
  })
  .meta({
    title: 'One of',
    description: 'Passes when the artifact, without the blanks around it, is one of the values. For classifying.',
    examples: [{ values: ['bug', 'question', 'praise'] }],
  });

/** Passes when the artifact, trimmed, equals one of the values. */
export const oneOf: Guard<z.infer<typeof options>> = {
  name: 'one-of',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options,
  evaluate({ values }, { artifact }) {
    const text = artifact.text.trim();
    if (values.some((value) => value.trim() === text)) return PASSED;
    return rejected(
      `The answer is ${quoted(text)}, which is not one of the allowed values.`,
      `Answer with exactly one of these and nothing else: ${listed(values.map((value) => quoted(value))).join(', ')}.`,
    );
  },
};
