import { type BudgetsDefinition, limitsOf } from '../../domain/definition/budgets.ts';
import type { Budgets } from '../../domain/plan.ts';
import { isClosed } from '../../domain/run-state.ts';
import type { RunRow } from '../../domain/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { mustFindRun } from './lookups.ts';
import { isOver, LOG_LAG, mustBeCurrent, runNotOpen } from './open-run.ts';
import { type Asker, record } from './record.ts';
import { requestIdFor } from './request-id.ts';
import { startFirst } from './start-stored.ts';

/** Raises or lowers limits of a run (R62); one that waits for budget goes on. Throws 412 when `ifMatch` is stale, 409 when it has ended. */
export async function setBudget(
  context: ApiContext,
  id: string,
  limits: BudgetsDefinition,
  ifMatch: string | undefined,
  asker: Asker,
): Promise<RunRow> {
  const { store } = context;
  const before = await mustFindRun(store, id);
  mustBeCurrent(context, before, ifMatch);
  if (isClosed(before.state)) throw runNotOpen(before);
  const budgets = limitsOf(limits);
  if (isSame(before.state.budgets, budgets)) return before;
  if (before.state.seq === 1) await startFirst(context, before);
  const seq = await send(context, id, budgets, asker);
  await record(store, asker, { action: 'run.budget', subject: id, reason: JSON.stringify(limits) });
  await store.events.waitFor(id, seq, LOG_LAG);
  return mustFindRun(store, id);
}

async function send(context: ApiContext, id: string, budgets: Partial<Budgets>, asker: Asker): Promise<number> {
  try {
    const request = { kind: 'budget', budgets, by: asker.principal } as const;
    return (await context.runs.send(id, request, requestIdFor(context, asker, `budget ${id}`))).seq;
  } catch (error) {
    throw isOver(error) ? runNotOpen(await mustFindRun(context.store, id)) : error;
  }
}

function isSame(now: Budgets, asked: Partial<Budgets>): boolean {
  return JSON.stringify({ ...now, ...asked }) === JSON.stringify(now);
}
