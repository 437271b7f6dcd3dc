import { type BudgetsDefinition, limitsOf } from '../../domain/definition/budgets.ts';
import { Refused } from '../../domain/input.ts';
import type { Budgets } from '../../domain/plan.ts';
import { isClosed } from '../../domain/run-state.ts';
import type { RunRow } from '../../domain/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isCurrent } from '../etag.ts';
import { Problem } from '../problem.ts';
import { RunNotOpen } from '../run-client.ts';
import { mustFindRun } from './lookups.ts';
import { type Asker, record } from './record.ts';
import { requestIdFor } from './request-id.ts';
import { startFirst } from './start-stored.ts';

const LOG_LAG = 2_000;

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
  const etag = etagOf(before.state.seq);
  if (!isCurrent(ifMatch, etag)) throw new Problem(412, 'stale', `The run has moved on; its ETag is ${etag}.`);
  if (isClosed(before.state)) throw notOpen(id, before.state.status);
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
    return (await context.runs.budget(id, request, requestIdFor(context, asker, `budget ${id}`))).seq;
  } catch (error) {
    const ended = error instanceof RunNotOpen || (error instanceof Refused && error.code === 'run_not_open');
    throw ended ? notOpen(id, 'over') : error;
  }
}

function isSame(now: Budgets, asked: Partial<Budgets>): boolean {
  return JSON.stringify({ ...now, ...asked }) === JSON.stringify(now);
}

function notOpen(runId: string, status: string): Problem {
  return new Problem(409, 'run_not_open', `The run is ${status}.`, { facts: { runId } });
}
