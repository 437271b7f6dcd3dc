// What this project adds to dsap: `dsap dev` reads it, and again whenever it changes.
import { defineGuard, z } from 'dsap';

const Invoice = z.object({ items: z.array(z.object({ amount: z.number() })), total: z.number() });

/** The items must come to the total. A guard says the same of the same text every time: no clock, no chance, no network. */
const addsUp = defineGuard({
  name: 'adds-up',
  options: z.strictObject({}),
  evaluate(_options, { artifact }) {
    const { items, total } = Invoice.parse(JSON.parse(artifact.text));
    const sum = items.reduce((all, { amount }) => all + amount, 0);
    if (sum === total) return { verdict: 'pass', feedback: '' };
    return { verdict: 'retry', feedback: `SumError: the items come to ${sum}, the total says ${total}.` };
  },
});

export default { guards: [addsUp] };
