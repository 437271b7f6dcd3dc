import type { BudgetName } from './event.ts';
import type { Budgets } from './plan.ts';
import type { RunState } from './run-state.ts';
import type { Usage } from './usage.ts';

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

/** What may still be used up by calls of models; what does not limit is left out. */
export interface Left {
  readonly tokens?: number;
  readonly microUsd?: number;
}

export function leftOf({ budgets, usage }: RunState): Left {
  const { maxTokens, maxMicroUsd } = budgets;
  return {
    ...(maxTokens !== undefined && { tokens: maxTokens - usage.inputTokens - usage.outputTokens }),
    ...(maxMicroUsd !== undefined && { microUsd: maxMicroUsd - (usage.microUsd ?? 0) }),
  };
}

/** Whether so much uses up what was left. */
export function usesUp(
  { inputTokens, outputTokens, microUsd }: Usage,
  { tokens = Number.POSITIVE_INFINITY, microUsd: money = Number.POSITIVE_INFINITY }: Left,
): boolean {
  return inputTokens + outputTokens >= tokens || (microUsd ?? 0) >= money;
}

/** Milliseconds that the run has been running, time parked excluded (R49). */
export function activeTime({ usage, at, status }: RunState, now: number): number {
  return usage.activeMs + (status === 'running' ? Math.max(0, now - at) : 0);
}

/** The budget that parked the run, where it would be used up with these limits too. */
export function stillExceeded(state: RunState, budgets: Partial<Budgets>, now: number): Spent | undefined {
  const measures = measuresOf({ ...state, budgets: { ...state.budgets, ...budgets } }, now);
  return measures.find(({ budget, used, limit }) => budget === state.exceeded && used >= limit);
}

/** A plan's units as people write them: money in US dollars, time in seconds. */
export function inPublicUnits(budget: BudgetName, value: number): number {
  if (budget === 'maxCostUsd') return value / 1_000_000;
  return budget === 'maxDuration' ? value / 1_000 : value;
}

/** With its unit, for a sentence. */
export function amountOf(budget: BudgetName, value: number): string {
  const shown = inPublicUnits(budget, value);
  if (budget === 'maxCostUsd') return `$${shown}`;
  return budget === 'maxDuration' ? `${Math.round(shown)} s` : String(shown);
}
