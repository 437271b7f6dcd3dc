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

/**
 * What limits the calls of a run, and what is used of it, as its log says. It is stored with each batch of events, so that a call reads the
 * limits in force when a try begins (R49).
 */
export interface BudgetStatus {
  readonly limits: Pick<Budgets, 'maxTokens' | 'maxMicroUsd' | 'maxDurationMs'>;
  readonly tokens: number;
  /** 0 while no price is known. */
  readonly microUsd: number;
  /** When `maxDuration` is used up, in milliseconds since the epoch. Left out while the run's clock stands still. */
  readonly until?: number;
  /** The part of the above that was paid for answers that broke off. */
  readonly discarded?: Usage;
}

/** Returns undefined where nothing limits the calls of the run. */
export function budgetStatusOf(state: RunState): BudgetStatus | undefined {
  const { maxTokens, maxMicroUsd, maxDurationMs } = state.budgets;
  if (maxTokens === undefined && maxMicroUsd === undefined && maxDurationMs === undefined) return undefined;
  const { inputTokens, outputTokens, microUsd } = spentOf(state);
  const { activeMs, discarded } = state.usage;
  const until = maxDurationMs === undefined ? undefined : state.at + maxDurationMs - activeMs;
  // A run that rests uses no time; what it has used before counts.
  const isCounting = until !== undefined && (state.life.status === 'running' || until <= state.at);
  return {
    limits: {
      ...(maxTokens !== undefined && { maxTokens }),
      ...(maxMicroUsd !== undefined && { maxMicroUsd }),
      ...(maxDurationMs !== undefined && { maxDurationMs }),
    },
    tokens: inputTokens + outputTokens,
    microUsd: microUsd ?? 0,
    ...(isCounting && { until }),
    ...(discarded && { discarded }),
  };
}

/** A budget that is used up, with its limit in the plan's units. */
export interface ExhaustedBudget {
  readonly budget: BudgetName;
  readonly limit: number;
}

/**
 * Returns the budget that is used up before another try of a call (R49, R111), if any. `since` is what the call and the run's answers that
 * broke off have used beyond what the status counts; `now` is in milliseconds since the epoch.
 */
export function exhaustedBudget(
  { limits, tokens, microUsd, until }: BudgetStatus,
  since: Usage,
  now: number,
): ExhaustedBudget | undefined {
  const { maxTokens, maxMicroUsd, maxDurationMs } = limits;
  if (maxTokens !== undefined && tokens + since.inputTokens + since.outputTokens >= maxTokens)
    return { budget: 'maxTokens', limit: maxTokens };
  if (maxMicroUsd !== undefined && microUsd + (since.microUsd ?? 0) >= maxMicroUsd)
    return { budget: 'maxCostUsd', limit: maxMicroUsd };
  if (maxDurationMs !== undefined && until !== undefined && now >= until)
    return { budget: 'maxDuration', limit: maxDurationMs };
  return undefined;
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
