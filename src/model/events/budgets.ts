import type { Budgets } from '../plan.ts';
import type { Usage } from '../usage.ts';
import type { At } from './place.ts';

export const BUDGET_NAMES = [
  'maxAttempts',
  'maxTokens',
  'maxCostUsd',
  'maxDuration',
  'maxParallelAgents',
  'maxIterations',
  'maxStall',
] as const;
export type BudgetName = (typeof BUDGET_NAMES)[number];

/** What a run may use, and what it used for nothing. */
export type BudgetEvent =
  /** Money in US dollars, time in seconds. */
  | { readonly type: 'budget.warning'; readonly budget: BudgetName; readonly used: number; readonly limit: number }
  | { readonly type: 'budget.raised'; readonly budgets: Partial<Budgets>; readonly by: string }
  | { readonly type: 'budget.exceeded'; readonly budget: BudgetName; readonly used: number; readonly limit: number }
  /** An answer that led to nothing was paid: it broke off, or nothing could be read in it (R111). */
  | ({ readonly type: 'usage.discarded'; readonly usage: Usage } & Partial<At>);
