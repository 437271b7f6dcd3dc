import { type BudgetsDefinition, limitsOf } from '../../definitions/schema/budgets.ts';
import type { BudgetRequest } from '../../model/input.ts';
import type { Budgets } from '../../model/plan.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { mustRaisePriced } from '../definitions/priced-models.ts';
import type { ApiContext } from '../dependencies.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { LOG_LAG, mustBeCurrent, runNotOpen } from '../runs/open-run.ts';
import { type Asker, record } from '../runs/record.ts';
import { sendRequest } from '../runs/send-request.ts';

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
  const request = await budgetRequest(context, before, limits, asker);
  if (!request) return before;
  const answer = await sendRequest(context, before, request, asker);
  if (!answer) throw runNotOpen(await mustFindRun(store, id));
  await record(store, asker, { action: 'run.budget', subject: id, reason: JSON.stringify(limits) });
  await store.events.waitFor(id, answer.seq, LOG_LAG);
  return mustFindRun(store, id);
}

/** What is asked of the run; undefined where these are its limits already. Throws 409 where it has ended, 422 for a limit of what has no price. */
export async function budgetRequest(
  context: ApiContext,
  row: RunRow,
  limits: BudgetsDefinition,
  { principal }: Asker,
): Promise<BudgetRequest | undefined> {
  if (isClosed(row.state)) throw runNotOpen(row);
  const budgets = limitsOf(limits);
  if (isSame(row.state.budgets, budgets)) return undefined;
  await mustRaisePriced(context, row, limits);
  return { kind: 'budget', budgets, by: principal };
}

function isSame(now: Budgets, asked: Partial<Budgets>): boolean {
  return JSON.stringify({ ...now, ...asked }) === JSON.stringify(now);
}
