/** Where a run stops going on by itself and asks: a budget that is used up, or nothing that leads on. */
import type { RunState } from '../model/run-state.ts';
import type { Draft } from './draft.ts';
import { escalate } from './endings.ts';
import { amountOf, type ExhaustedBudget, inPublicUnits, measuresOf, type Spent } from './spending.ts';
import { NO_WAY, rulesOf, SWAPS_USED_UP, type Way } from './topology.ts';

/**
 * Asks a person about the run as a whole, because it is stalled or deadlocked. `what` begins the question. `swapsUsedUp` is kept with it:
 * with a higher limit the run swaps instead, and withdraws the question.
 */
export function askOfRun(
  next: Draft,
  kind: keyof typeof ASKS,
  what: string,
  { swapsUsedUp }: { readonly swapsUsedUp: boolean } = NO_WAY,
): void {
  const facts = { ...(swapsUsedUp && { swapsUsedUp }) };
  const help = rulesOf(next.plan).help(next);
  escalate(next, kind, undefined, `${what}${swapsUsedUp ? SWAPS_USED_UP : ''}: ${ASKS[kind]}${help}`, facts);
}

const ASKS = { stalled: 'how should the run go on?', deadlock: 'which way should the run end?' } as const;

/** Asks a person how a stalled run should go on. The caller has found that its iterations without progress are used up. */
export function askOfStall(next: Draft, way: Exclude<Way, 'taken'> = NO_WAY): void {
  askOfRun(next, 'stalled', rulesOf(next.plan).stalledAt(next), way);
}

/** The budget of attempts or iterations that has no room for another generation (R49); they are tested before, `usedUp` after. */
export function shortOf(state: RunState, opensIteration: boolean): Spent | undefined {
  const { maxAttempts } = state.budgets;
  const { attempts } = state.usage;
  if (maxAttempts !== undefined && attempts >= maxAttempts)
    return { budget: 'maxAttempts', used: attempts, limit: maxAttempts };
  return opensIteration ? iterationsShort(state) : undefined;
}

export function iterationsShort({ budgets: { maxIterations }, iterations }: RunState): Spent | undefined {
  if (maxIterations === undefined || iterations < maxIterations) return undefined;
  return { budget: 'maxIterations', used: iterations, limit: maxIterations };
}

/**
 * Parks the run because a call found this budget used up before another try (R111). A run that does not go on anyway is not asked about, nor
 * one whose limit was changed since the call read it and leaves something now: its next call reads the new one.
 */
export function parkFor(next: Draft, { budget: name, limit }: ExhaustedBudget): void {
  const { life, control } = next.state;
  const spent = measuresOf(next.state, next.now).find(({ budget }) => budget === name);
  if (!spent || (spent.limit !== limit && spent.used < spent.limit)) return;
  if (life.status === 'running' && !control.stop && !control.pause) park(next, spent);
}

/** The run waits until a person raises the budget. */
export function park(next: Draft, { budget, used, limit }: Spent): void {
  next.emit({ type: 'budget.exceeded', budget, ...asShown({ budget, used, limit }) });
  const [spent, allowed] = [amountOf(budget, used), amountOf(budget, limit)];
  escalate(next, 'budget', undefined, `The run has used its ${budget} (${spent} of ${allowed}): should it go on?`, {
    facts: { budget: { name: budget, ...asShown({ budget, used, limit }) } },
  });
}

/** In the units that the log and the API have. */
export function asShown({ budget, used, limit }: Spent): Omit<Spent, 'budget'> {
  return { used: inPublicUnits(budget, used), limit: inPublicUnits(budget, limit) };
}
