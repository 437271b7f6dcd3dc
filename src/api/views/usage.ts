import { z } from 'zod';
import { addUsage, NO_USAGE, type Usage } from '../../domain/usage.ts';
import { component } from '../components.ts';

export const UsageView = component(
  'Usage',
  z.object({
    inputTokens: z.number(),
    cachedTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().nullable().describe('null: the price of a model is not known'),
    llmCalls: z.number(),
  }),
);

export function usageView({ inputTokens, cachedTokens, outputTokens, microUsd, llmCalls }: Usage) {
  return { inputTokens, cachedTokens, outputTokens, costUsd: dollars(microUsd), llmCalls };
}

export function totalUsage(parts: readonly Usage[]): Usage {
  return parts.reduce(addUsage, NO_USAGE);
}

export function dollars(microUsd: number | null): number | null {
  return microUsd === null ? null : microUsd / 1_000_000;
}
