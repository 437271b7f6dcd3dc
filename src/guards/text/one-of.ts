import { z } from 'zod';
import { fold, formDifferences } from '../../text/fold.ts';
import { listed, PASSED, quoted, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { FOLD } from './texts.ts';

const options = z
  .strictObject({
    values: z.array(z.string()).min(1).max(1000).describe('The answers there are; blanks around them do not count.'),
    fold: z.boolean().describe(FOLD).optional(),
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
  evaluate({ values, fold: isFolded = false }, { artifact }) {
    const text = artifact.text.trim();
    if (values.some((value) => value.trim() === text)) return PASSED;
    const plain = fold(text.slice(0, MAX_ANSWER), { form: true }).text;
    const meant = values.find((value) => fold(value, { form: true }).text === plain);
    if (meant !== undefined && isFolded && text.length <= MAX_ANSWER) return PASSED;
    if (meant !== undefined)
      return rejected(
        `The answer is ${quoted(meant)} in another form of its characters: ${formDifferences(text, meant, { one: 'the answer', other: 'the value' }).join('; ')}.`,
        `Answer with exactly ${quoted(meant)} and nothing else.`,
      );
    return rejected(
      `The answer is ${quoted(text)}, which is not one of the allowed values.`,
      `Answer with exactly one of these and nothing else: ${listed(values.map((value) => quoted(value))).join(', ')}.`,
    );
  },
};

/** No value is as long; what is longer is not compared in its form. */
const MAX_ANSWER = 64 * 1024;
