import type { BudgetName } from './event.ts';
import type { RunState } from './run-state.ts';

export interface Spent {
  readonly budget: BudgetName;
  readonly used: number;
  readonly limit: number;
}

/** Every budget that can be used up and limits this run, with what is used of it, in the plan's units (R49). */
export function measuresOf(state: RunState, now: number): readonly Spent[] {
  const { budgets, usage, iterations } = state;
  const measures: readonly [BudgetName, number, number | undefined][] = [
    ['maxAttempts', usage.attempts, budgets.maxAttempts],
    ['maxTokens', usage.inputTokens + usage.outputTokens, budgets.maxTokens],
    ['maxCostUsd', usage.microUsd ?? 0, budgets.maxMicroUsd],
    ['maxDuration', activeTime(state, now), budgets.maxDurationMs],
    ['maxIterations', iterations, budgets.maxIterations],
  ];
  return measures.flatMap(([budget, used, limit]) => (limit === undefined ? [] : [{ budget, used, limit }]));
}

/** Milliseconds that the run has been running, time parked excluded (R49). */
export function activeTime({ usage, at, status }: RunState, now: number): number {
  return usage.activeMs + (status === 'running' ? Math.max(0, now - at) : 0);
}
