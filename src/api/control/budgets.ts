import { z } from 'zod';
import type { Budgets } from '../../model/plan.ts';
import { formatDuration } from '../../text/duration.ts';
import { component } from '../reference/components.ts';

export const BudgetsView = component(
  'Budgets',
  z.object({
    maxAttempts: z.number().optional(),
    maxTokens: z.number().optional(),
    maxCostUsd: z.number().optional(),
    maxDuration: z.string().optional().describe('ISO 8601 duration'),
    maxParallelAgents: z.number(),
    maxIterations: z.number().optional(),
    maxStall: z.number().optional(),
    maxSwaps: z.number().optional(),
    unpriced: z.literal('allow').optional(),
    note: z.string().optional().describe('what of the cost is not counted (R112)'),
  }),
);

/** Limits in the words of definitions (design 3). */
export function budgetsView({ maxMicroUsd, maxDurationMs, ...rest }: Budgets): z.output<typeof BudgetsView> {
  return {
    ...rest,
    ...(maxMicroUsd !== undefined && { maxCostUsd: maxMicroUsd / 1_000_000 }),
    ...(maxDurationMs !== undefined && { maxDuration: formatDuration(maxDurationMs) }),
    ...(rest.unpriced === 'allow' && { note: NOT_COUNTED }),
  };
}

const NOT_COUNTED = 'The cost of models without a price is not counted, so maxCostUsd does not limit it.';
