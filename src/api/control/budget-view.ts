import { z } from 'zod';
import { activeTime, spentOf, wanted } from '../../engine.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { formatDuration } from '../../text/duration.ts';
import { component } from '../reference/components.ts';
import { runIn } from '../runs/told-run.ts';
import { dollars } from '../usage-view.ts';
import { BoundView, boundView } from './bound.ts';
import { BudgetsView, budgetsView } from './budgets.ts';

const Amounts = z.object({
  maxAttempts: z.number().optional(),
  maxTokens: z.number().optional(),
  maxCostUsd: z.number().nullable().optional().describe('null: the price of a model is not known'),
  maxDuration: z.string().optional().describe('ISO 8601 duration'),
  maxParallelAgents: z.number().optional(),
  maxIterations: z.number().optional(),
  maxStall: z.number().optional(),
  maxSwaps: z.number().optional().describe('and-or: how often a winner made way for another choice'),
});

export const BudgetView = component(
  'Budget',
  z.object({
    limits: BudgetsView,
    used: Amounts.describe('by the names of the limits'),
    reserved: Amounts.describe('by calls under way; a generation counts from its start'),
    remaining: Amounts.describe('of what is limited'),
    bound: BoundView,
  }),
);

/** Limits, what is used of them and what is left (R49). `now` in milliseconds. */
export function budgetView(row: RunRow, now: number): z.output<typeof BudgetView> {
  const { record, state } = row;
  const { budgets, usage, iterations, stall } = state;
  const flying = wanted(state);
  const generating = flying.filter(({ phase }) => phase === 'generate').length;
  const spent = spentOf(state);
  const tokens = spent.inputTokens + spent.outputTokens;
  const active = activeTime(state, now);
  const left = (limit: number, used: number) => Math.max(0, limit - used);
  const { maxAttempts, maxTokens, maxMicroUsd, maxDurationMs, maxParallelAgents, maxIterations, maxStall } = budgets;
  const swaps = topologyViewOf(record.plan.topology).swaps(runIn(row));
  return {
    limits: budgetsView(budgets),
    used: {
      maxAttempts: usage.attempts - generating,
      maxTokens: tokens,
      maxCostUsd: dollars(spent.microUsd),
      maxDuration: formatDuration(active),
      maxParallelAgents: flying.length,
      maxIterations: iterations,
      maxStall: stall.since,
      ...(swaps && { maxSwaps: swaps.used }),
    },
    reserved: { maxAttempts: generating },
    remaining: {
      ...(maxAttempts !== undefined && { maxAttempts: left(maxAttempts, usage.attempts) }),
      ...(maxTokens !== undefined && { maxTokens: left(maxTokens, tokens) }),
      ...(maxMicroUsd !== undefined && {
        maxCostUsd: spent.microUsd === null ? null : dollars(left(maxMicroUsd, spent.microUsd)),
      }),
      ...(maxDurationMs !== undefined && { maxDuration: formatDuration(left(maxDurationMs, active)) }),
      maxParallelAgents: left(maxParallelAgents, flying.length),
      ...(maxIterations !== undefined && { maxIterations: left(maxIterations, iterations) }),
      ...(maxStall !== undefined && { maxStall: left(maxStall, stall.since) }),
      ...(swaps && { maxSwaps: left(swaps.max, swaps.used) }),
    },
    bound: boundView(record.plan, state),
  };
}
