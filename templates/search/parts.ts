// What this project adds to dsap: `dsap dev` reads it, and again whenever it changes.
import { defineGuard, z } from 'dsap';

/** So many findings are named, by number. A guard says the same of the same text every time: no clock, no chance, no network. */
const namesFindings = defineGuard({
  name: 'names-findings',
  options: z.strictObject({ count: z.int().positive() }),
  evaluate({ count }, { artifact }) {
    const missing = Array.from({ length: count }, (_, index) => `Finding ${index + 1}`).filter(
      (finding) => !artifact.text.includes(finding),
    );
    if (missing.length === 0) return { verdict: 'pass', feedback: '' };
    return { verdict: 'retry', feedback: `FindingError: it does not name ${missing.join(', ')}.` };
  },
});

export default { guards: [namesFindings] };
