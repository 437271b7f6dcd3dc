import { z } from 'zod';
import { addUsage, NO_USAGE, type Usage, withReasoning } from '../model/usage.ts';
import { component } from './reference/components.ts';

export const UsageView = component(
  'Usage',
  z.object({
    inputTokens: z.number(),
    cachedTokens: z.number(),
    outputTokens: z.number(),
    reasoningTokens: z.number().optional().describe('the part of outputTokens that the model thought'),
    costUsd: z.number().nullable().describe('null: the price of a model is not known'),
    llmCalls: z.number(),
    estimated: z
      .literal(true)
      .optional()
      .describe('some of it was counted by our own tokenizer: the provider told none'),
  }),
);

export function usageView(usage: Usage) {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens = 0, microUsd, llmCalls, estimated } = usage;
  const costUsd = dollars(microUsd);
  const counts = { inputTokens, cachedTokens, outputTokens, ...withReasoning(reasoningTokens) };
  return { ...counts, costUsd, llmCalls, ...(estimated && { estimated }) };
}

export function totalUsage(parts: readonly Usage[]): Usage {
  return parts.reduce(addUsage, NO_USAGE);
}

export function dollars(microUsd: number | null): number | null {
  return microUsd === null ? null : microUsd / 1_000_000;
}
