// What this project adds to dsap: `dsap dev` reads it, and again whenever it changes.
import { defineGuard, z } from 'dsap';

/** Nobody is shouted at. A guard says the same of the same text every time: no clock, no chance, no network. */
const calm = defineGuard({
  name: 'calm',
  options: z.strictObject({}),
  evaluate: (_options, { artifact }) =>
    artifact.text === artifact.text.toUpperCase() || artifact.text.includes('!')
      ? { verdict: 'retry', feedback: 'ShoutingError: write it without capitals and without an exclamation mark.' }
      : { verdict: 'pass', feedback: '' },
});

export default { guards: [calm] };
