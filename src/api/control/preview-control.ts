import type { BudgetsDefinition } from '../../definitions/schema/budgets.ts';
import type { Request } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { ApiContext } from '../dependencies.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { mustBeCurrent, runNotOpen } from '../runs/open-run.ts';
import type { Asker } from '../runs/record.ts';
import { foretold, nothingChanges, type PreviewView } from './preview.ts';
import { budgetRequest } from './set-budget.ts';

type Verb = Extract<Request, { kind: 'stop' | 'pause' | 'resume' | 'terminate' }>;

/** What a verb would do, with nothing stored or sent. Throws as it does; of a run that has ended a stop or an end for good changes nothing. */
export async function previewVerb(context: ApiContext, id: string, verb: Verb): Promise<PreviewView> {
  const row = await mustFindRun(context.store, id);
  if (!isClosed(row.state)) return foretold(context, row, verb);
  const { status } = row.state.life;
  if (verb.kind === 'resume' && status === 'stopped') return foretold(context, row, { ...verb, stopped: true });
  if (verb.kind === 'pause' || verb.kind === 'resume') throw runNotOpen(row);
  return nothingChanges(context, row, `The run is ${status}.`);
}

/** What limits would do, with nothing stored or sent. Throws as `setBudget` does; `ifMatch` may be left out. */
export async function previewBudget(
  context: ApiContext,
  id: string,
  limits: BudgetsDefinition,
  ifMatch: string | undefined,
  asker: Asker,
): Promise<PreviewView> {
  const row = await mustFindRun(context.store, id);
  if (ifMatch !== undefined) mustBeCurrent(context, row, ifMatch);
  const request = await budgetRequest(context, row, limits, asker);
  return request ? foretold(context, row, request) : nothingChanges(context, row, 'These are its limits already.');
}
