import { z } from 'zod';
import { closed } from '../compile/closed.ts';

/** A group of alternatives (design 3.1, R81). */
export const groupSchema = closed({
  choices: z
    .array(z.string())
    .describe('Steps of which one is enough, in the order in which they are tried; steps may also name the group.')
    .exactOptional(),
  speculative: z
    .boolean()
    .describe('All choices are tried at once, and the first that succeeds wins; one by one when left out.')
    .exactOptional(),
  costs: z.record(z.string(), z.number().min(0)).describe('What a choice costs to try, in any unit.').exactOptional(),
  retryCost: z
    .number()
    .min(0)
    .describe('What trying another one after a failure costs, in the same unit; the sum of all costs when left out.')
    .exactOptional(),
  speculateBelow: z
    .number()
    .min(0)
    .describe('Choices are tried at once while each costs at most this share of retryCost; 0.5 when left out.')
    .exactOptional(),
}).meta({ id: 'OrGroupDefinition', description: 'Alternatives, of which one is enough.' });

export type GroupDefinition = z.infer<typeof groupSchema>;
