import { z } from 'zod';
import { closed } from '../../definitions/compile/closed.ts';
import { budgetsSchema } from '../../definitions/schema/budgets.ts';
import { baseCaseSchema } from './base-case.ts';

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

/** What the start gate asks for (S1-3.1-d, S1-3.2). */
const NEEDED = ['goal', 'backgroundIntent', 'deliverables', 'definitionOfDone', 'baseCase'] as const;

/** What is missing before a run may start: fields of the objective, and `steps` where there is none. */
export function missingFrom(objective: Objective | undefined, stepCount: number): readonly string[] {
  const fieldsMissing: string[] = NEEDED.filter((field) => !isSaid(objective?.[field]));
  return stepCount === 0 ? [...fieldsMissing, 'steps'] : fieldsMissing;
}

function isSaid(value: Objective[(typeof NEEDED)[number]]): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.some(isSaid) : value !== undefined;
}

/** The limits among its constraints. */
export function limitsAmong({ constraints }: Objective): z.infer<typeof budgetsSchema> {
  return typeof constraints === 'object' && !Array.isArray(constraints) ? constraints : {};
}

/** The objective as a prompt tells it; empty where there is nothing to tell. */
export function objectiveText({ goal, backgroundIntent, deliverables, definitionOfDone }: Objective): string {
  return [
    ...line('Goal', goal),
    ...line('Why', backgroundIntent),
    ...line('Deliverables', deliverables),
    ...line('Done when', definitionOfDone),
  ].join('\n');
}

/** The rules among its constraints, as text. */
export function rulesText({ constraints }: Objective): string {
  if (typeof constraints === 'string') return constraints;
  return Array.isArray(constraints) ? constraints.join('\n') : '';
}

function line(label: string, said: string | readonly string[] | undefined): readonly string[] {
  if (said === undefined) return [];
  if (typeof said === 'string') return [`${label}: ${said}`];
  return [`${label}:`, ...said.map((each) => `- ${each}`)];
}
