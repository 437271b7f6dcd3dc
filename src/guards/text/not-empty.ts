import { z } from 'zod';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';

const options = z.strictObject({}).meta({
  title: 'Not empty',
  description: 'Passes when there is some text that is not blank.',
  examples: [{}],
});

/** Passes when there is some text that is not blank. */
export const notEmpty: Guard<z.infer<typeof options>> = {
  name: 'not-empty',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  options,
  evaluate: (_, { artifact }) =>
    artifact.text.trim() === '' ? rejected('The answer is empty. Write the artifact that the task asks for.') : PASSED,
};
