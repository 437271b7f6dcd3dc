// What this project adds to dsap: `dsap dev` reads it, and again whenever it changes.
import { type AgentState, defineAgent, defineGuard, defineTool, z } from 'dsap';

const PRICES: Readonly<Record<string, number>> = { apple: 2, pear: 3 };

const Basket = z.strictObject({ fruit: z.string(), count: z.int().positive(), total: z.number() });
/** Kept over the attempts of a step; what is in the second tier is built anew for each. */
interface Execution {
  readonly prices: Readonly<Record<string, number>>;
}
type State = AgentState<Execution, object>;

/** A tool: pure, and what it returns is the next state. What it does to the world would stand in `effect`. */
const priceOf = defineTool({
  name: 'price_of',
  description: 'The price of a fruit. PERSISTENCE: prices are kept at EXECUTION level; there is no need to ask twice.',
  input: z.object({ fruit: z.string() }),
  handler({ execution, attempt }: State, { fruit }) {
    const price = PRICES[fruit];
    if (price === undefined) throw new Error(`there is no ${fruit}; there are ${Object.keys(PRICES).join(', ')}`);
    const newState = { execution: { prices: { ...execution.prices, [fruit]: price } }, attempt };
    return { newState, toolResult: { fruit, price } };
  },
});

const buyer = defineAgent<{ budget: number }, z.infer<typeof Basket>, Execution, object>({
  name: 'buyer',
  description: 'Buys fruit.',
  input: z.object({ budget: z.number() }),
  prompts: { system: 'You buy fruit.', user: 'Buy four pieces of one fruit for at most {input.budget}.' },
  tools: { output: { description: 'Hands in the basket.', schema: Basket }, helpers: [priceOf] },
  validation: {
    customValidators: [
      {
        name: 'looked-up',
        check({ fruit, count, total }, { state }) {
          const price = state.execution.prices[fruit];
          if (price === undefined) return `the price of ${fruit} was not looked up; call price_of.`;
          return total === price * count ? undefined : `${count} ${fruit}s are ${price * count}, not ${total}.`;
        },
      },
    ],
  },
  initialExecutionState: () => ({ prices: {} }),
  initialAttemptState: () => ({}),
  projectFinalState: ({ execution }) => execution.prices,
});

/** A guard says the same of the same text every time: no clock, no chance, no network. */
const within = defineGuard({
  name: 'within',
  options: z.strictObject({ budget: z.string().meta({ 'x-template': true }) }), // a template, of the run's input
  evaluate({ budget }, { artifact }) {
    const { total } = Basket.parse(JSON.parse(artifact.text));
    if (total <= Number(budget)) return { verdict: 'pass', feedback: '' };
    return { verdict: 'retry', feedback: `BudgetError: ${total} is over the budget of ${budget}.` };
  },
});

export default { agents: [buyer], guards: [within] };
