import { z } from 'zod';
import { closed } from '../compile/closed.ts';
import { baseCaseSchema } from './base-case.ts';
import { budgetsSchema } from './budgets.ts';

const words = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const fields = {
  goal: z.string().min(1).describe('What is to be reached.').exactOptional(),
  backgroundIntent: words.describe('Why it is wanted.').exactOptional(),
  deliverables: words.describe('What is to be there at the end.').exactOptional(),
  definitionOfDone: words
    .describe('When a person would call it done; the base case says the same to a machine.')
    .exactOptional(),
  baseCase: baseCaseSchema.exactOptional(),
  constraints: z
    .union([words, budgetsSchema])
    .describe('Rules that reach every step, or limits such as {"maxIterations": 20}; "budgets" of the definition win.')
    .exactOptional(),
};

/** What a run is agreed to be for (S1-4.1). It may have gaps while it is being agreed on, but then no run starts. */
export const objectiveSchema = closed(fields).meta({
  id: 'ObjectiveDefinition',
  description: 'What the run is for, and when it is complete.',
});

export type Objective = z.infer<typeof objectiveSchema>;
