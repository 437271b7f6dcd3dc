import type { BudgetName } from '../model/events/budgets.ts';
import type { Budgets } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { addUsage, type Usage } from '../model/usage.ts';

export interface Spent {
  readonly budget: BudgetName;
  readonly used: number;
  readonly limit: number;
}

/** Every budget that can be used up and limits this run, with what is used of it, in the plan's units (R49). */
export function measuresOf(state: RunState, now: number): readonly Spent[] {
  const { budgets, usage, iterations } = state;
  const { inputTokens, outputTokens, microUsd } = spentOf(state);
  const measures: readonly [BudgetName, number, number | undefined][] = [
    ['maxAttempts', usage.attempts, budgets.maxAttempts],
    ['maxTokens', inputTokens + outputTokens, budgets.maxTokens],
    ['maxCostUsd', microUsd ?? 0, budgets.maxMicroUsd],
    ['maxDuration', activeTime(state, now), budgets.maxDurationMs],
    ['maxIterations', iterations, budgets.maxIterations],
  ];
  return measures.flatMap(([budget, used, limit]) => (limit === undefined ? [] : [{ budget, used, limit }]));
}

/** The first of tokens, cost and time that is used up (R49). Attempts and iterations are not looked at: `shortOf` tests them before. */
export function usedUp(state: RunState, now: number): Spent | undefined {
  return measuresOf(state, now).find(({ budget, used, limit }) => TESTED_AFTER.has(budget) && used >= limit);
}

/** The others are tested before a generation. */
const TESTED_AFTER: ReadonlySet<BudgetName> = new Set(['maxTokens', 'maxCostUsd', 'maxDuration']);

/** Parked for want of budget, or about to be. */
export function isOutOfBudget(state: RunState, now: number): boolean {
  return state.life.status === 'budget_exceeded' || usedUp(state, now) !== undefined;
}

/** What counts in the budgets: answers, verdicts, and what broke off and was paid (R111). */
export function spentOf({ usage }: Pick<RunState, 'usage'>): Usage {
  return usage.discarded ? addUsage(usage, usage.discarded) : usage;
}

/** What may still be used up by calls of models; what does not limit is left out. */
export interface Left {
  readonly tokens?: number;
  readonly microUsd?: number;
  /** When the run's time is used up, in milliseconds since the epoch. */
  readonly until?: number;
  /** What of the answers that broke off is counted already. */
  readonly counted?: Usage;
}

export function leftOf(state: RunState): Left {
  const { maxTokens, maxMicroUsd, maxDurationMs } = state.budgets;
  const { inputTokens, outputTokens, microUsd } = spentOf(state);
  const { activeMs, discarded } = state.usage;
  return {
    ...(maxTokens !== undefined && { tokens: maxTokens - inputTokens - outputTokens }),
    ...(maxMicroUsd !== undefined && { microUsd: maxMicroUsd - (microUsd ?? 0) }),
    ...(maxDurationMs !== undefined && { until: state.at + maxDurationMs - activeMs }),
    ...(discarded && { counted: discarded }),
  };
}

/**
 * The budget that is used up before another try of a call (R111), by what the call itself and the run's answers that broke off have
 * used since the call was given what was left; undefined while none is. `now` in milliseconds since the epoch.
 */
export function usedUpBefore(left: Left, used: Usage, now: number): BudgetName | undefined {
  const { tokens, microUsd, until } = left;
  if (tokens !== undefined && used.inputTokens + used.outputTokens >= tokens) return 'maxTokens';
  if (microUsd !== undefined && (used.microUsd ?? 0) >= microUsd) return 'maxCostUsd';
  return until !== undefined && now >= until ? 'maxDuration' : undefined;
}

/** Milliseconds that the run has been running, time parked excluded (R49). */
export function activeTime({ usage, at, life }: RunState, now: number): number {
  return usage.activeMs + (life.status === 'running' ? Math.max(0, now - at) : 0);
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
