import { z } from 'zod';
import type { Budgets } from '../../model/plan.ts';
import { closed } from '../compile/closed.ts';
import { durationSchema, milliseconds } from '../parse/durations.ts';

const count = z.int().min(1);

/** Limits as a definition, a start request or a decision writes them; any may be left out (design 3, R49). */
export const budgetsSchema = closed({
  maxAttempts: count
    .describe('Attempts of all steps together. Tested before each attempt, so it is never exceeded.')
    .exactOptional(),
  maxTokens: count
    .describe(
      'Input and output tokens of all model calls together, of judges and of answers that broke off too. Tested after each answer and before each try.',
    )
    .exactOptional(),
  maxCostUsd: z
    .number()
    .min(0)
    .max(1_000_000)
    .describe(
      'Cost of all model calls together, in US dollars. Tested after each answer and before each try. Every model needs a price.',
    )
    .exactOptional(),
  maxDuration: durationSchema
    .describe(
      'Time of the run without the time it was parked, for example PT2H. Tested as it passes and before each try.',
    )
    .exactOptional(),
  maxParallelAgents: count.max(1_000).describe('Steps under way at the same time; 3 when left out.').exactOptional(),
  maxIterations: count
    .describe(
      'Step epochs opened; of a state machine, turns. 20 for topology and-or and for a machine, where left out.',
    )
    .exactOptional(),
  maxStall: count
    .describe(
      'Iterations in a row that may repeat steps without leaving fewer steps unresolved than ever; of a machine, turns in a row that may end in the same state. 3 for topology and-or and for a machine, where left out.',
    )
    .exactOptional(),
  maxSwaps: z
    .int()
    .min(0)
    .describe(
      'How often another choice may take the place of one that has won, when what was built on it fails; 0 for never. Left out: once for each choice but the first of every group.',
    )
    .exactOptional(),
  unpriced: z
    .literal('allow')
    .describe(
      'Lets a run with `maxCostUsd` use models whose price is not known; what they cost is not counted. Left out, such a start is refused.',
    )
    .exactOptional(),
}).meta({ id: 'BudgetsDefinition', description: 'Limits of a run; the first one used up names the ending.' });

export type BudgetsDefinition = z.infer<typeof budgetsSchema>;

const MICRO = 1_000_000;
const DEFAULTS: Budgets = { maxParallelAgents: 3 };
/** Of the topologies that search (R72). */
export const SEARCH_DEFAULTS: Budgets = { ...DEFAULTS, maxIterations: 20, maxStall: 3 };

/** The limits of a plan: defaults (R72), durations in milliseconds, money in micro-USD. */
export function compileBudgets(written: BudgetsDefinition = {}, defaults = DEFAULTS): Budgets {
  return mergeBudgets(defaults, written);
}

/** A start's limits replace a plan's per key (R38). */
export function mergeBudgets(budgets: Budgets, written: BudgetsDefinition = {}): Budgets {
  return { ...budgets, ...limitsOf(written) };
}

/** The limits that are written, in a plan's units; always in one order, so that equal limits are equal as JSON (R42). */
export function limitsOf(written: BudgetsDefinition): Partial<Budgets> {
  const { maxAttempts, maxTokens, maxCostUsd, maxDuration, maxParallelAgents, maxIterations, maxStall } = written;
  const { maxSwaps, unpriced } = written;
  return {
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCostUsd !== undefined && { maxMicroUsd: Math.round(maxCostUsd * MICRO) }),
    ...(maxDuration !== undefined && { maxDurationMs: milliseconds(maxDuration) }),
    ...(maxParallelAgents !== undefined && { maxParallelAgents }),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(maxStall !== undefined && { maxStall }),
    ...(maxSwaps !== undefined && { maxSwaps }),
    ...(unpriced !== undefined && { unpriced }),
  };
}
