import type { BudgetEvent } from '../../model/events/budgets.ts';
import { actorWord } from '../../model/events/escalation-words.ts';
import { addUsage, NO_USAGE } from '../../model/usage.ts';
import { type Homes, unsaid, untraced } from './home.ts';
import { listed } from './words.ts';

export const BUDGETS: Homes<BudgetEvent['type']> = {
  'budget.warning': {
    fold: (state, { budget }) => ({ ...state, warned: [...state.warned, budget] }),
    trace: untraced,
    sentence: ({ budget, used, limit }) => `${used} of ${limit} of ${budget} are used.`,
  },
  'budget.raised': {
    fold: (state, { budgets }) => ({ ...state, budgets: { ...state.budgets, ...budgets }, warned: [] }),
    trace: untraced,
    sentence: ({ by, budgets }) => `${actorWord(by)} changed the limits of ${listed(Object.keys(budgets))}.`,
  },
  'budget.exceeded': {
    fold: (state, { budget }) => ({ ...state, exceeded: budget }),
    trace: untraced,
    sentence: ({ budget, used, limit }) => `${budget} is used up: ${used} of ${limit}.`,
  },
  'usage.discarded': {
    fold: (state, { usage }) => {
      const { discarded = NO_USAGE } = state.usage;
      return { ...state, usage: { ...state.usage, discarded: addUsage(discarded, usage) } };
    },
    trace: untraced,
    sentence: unsaid,
  },
};
