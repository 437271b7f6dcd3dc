import { z } from 'zod';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';
import { component } from './reference/components.ts';

export const UsageView = component(
  'Usage',
  z.object({
    inputTokens: z.number(),
    cachedTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().nullable().describe('null: the price of a model is not known'),
    llmCalls: z.number(),
    estimated: z
      .literal(true)
      .optional()
      .describe('some of it was counted by our own tokenizer: the provider told none'),
  }),
);

export function usageView({ inputTokens, cachedTokens, outputTokens, microUsd, llmCalls, estimated }: Usage) {
  const costUsd = dollars(microUsd);
  return { inputTokens, cachedTokens, outputTokens, costUsd, llmCalls, ...(estimated && { estimated }) };
}

export function totalUsage(parts: readonly Usage[]): Usage {
  return parts.reduce(addUsage, NO_USAGE);
}

export function dollars(microUsd: number | null): number | null {
  return microUsd === null ? null : microUsd / 1_000_000;
}
