/** What model calls used. Money is integer micro-USD, so that sums are exact and replay on every machine alike. */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** The part of `outputTokens` that the model thought; left out: none, or nobody knows. */
  readonly reasoningTokens?: number;
  /** null: the price of the model is not known. */
  readonly microUsd: number | null;
  readonly llmCalls: number;
  /** Some of it was counted by our own tokenizer, because the provider told none (R111). */
  readonly estimated?: true;
}

export const NO_USAGE: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 0 };

/** The sum; unknown money stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...withReasoning((a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0)),
    microUsd: a.microUsd === null || b.microUsd === null ? null : a.microUsd + b.microUsd,
    llmCalls: a.llmCalls + b.llmCalls,
    ...((a.estimated ?? b.estimated) && { estimated: true }),
  };
}

/** What `all` has beyond `known`; undefined where that is nothing. */
export function beyond(all: Usage, known: Usage = NO_USAGE): Usage | undefined {
  if (all.llmCalls <= known.llmCalls) return undefined;
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens = 0, microUsd, llmCalls, estimated } = all;
  return {
    inputTokens: inputTokens - known.inputTokens,
    cachedTokens: cachedTokens - known.cachedTokens,
    outputTokens: outputTokens - known.outputTokens,
    ...withReasoning(reasoningTokens - (known.reasoningTokens ?? 0)),
    // What was unknown before leaves unknown what came since.
    microUsd: microUsd === null ? null : microUsd - (known.microUsd ?? 0),
    llmCalls: llmCalls - known.llmCalls,
    ...(estimated && { estimated }),
  };
}

/** Usages that no model has thought for have no such field. */
export function withReasoning(reasoningTokens: number): Pick<Usage, 'reasoningTokens'> {
  return reasoningTokens > 0 ? { reasoningTokens } : {};
}
