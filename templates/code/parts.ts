// What this project adds to dsap: `dsap dev` reads it, and again whenever it changes.
import { defineGuard, z } from 'dsap';

/** No more lines than that. A guard says the same of the same text every time: no clock, no chance, no network. */
const atMostLines = defineGuard({
  name: 'at-most-lines',
  options: z.strictObject({ lines: z.int().positive() }),
  evaluate({ lines }, { artifact }) {
    const count = artifact.text.trimEnd().split('\n').length;
    if (count <= lines) return { verdict: 'pass', feedback: '' };
    return { verdict: 'retry', feedback: `TooLong: ${count} lines, where ${lines} are enough.` };
  },
});

export default { guards: [atMostLines] };
