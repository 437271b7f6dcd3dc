import type { RedirectBody } from '../../definitions/redirects/body.ts';
import { type Prepared, prepareClarification, prepareRedirect } from '../../definitions/redirects/prepare.ts';
import { limitsOf } from '../../definitions/schema/budgets.ts';
import { Refused } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { cappedRun, mustRaisePriced } from '../definitions/priced-models.ts';
import { checkOf } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid } from '../http/problem.ts';
import { unkeepable } from '../http/readable.ts';
import { refusal } from '../http/refusal.ts';
import { carried } from '../runs/long-text.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { isOver, LOG_LAG, mustBeCurrent, runNotOpen } from '../runs/open-run.ts';
import { type Asker, record } from '../runs/record.ts';
import { requestIdFor } from '../runs/request-id.ts';
import { mustBeServable } from '../runs/servable.ts';
import { startFirst } from '../runs/start-stored.ts';
import type { Controlled } from './control-run.ts';
import { foretold, type PreviewView, withoutStoring } from './preview.ts';

/** What to change in free words: a model proposes what is meant, a person confirms it. */
export interface Instruction {
  readonly instruction: string;
}

/**
 * Corrects a run under way (api 4): whatever can be refused is refused before anything is touched. Throws 409 when the run has ended
 * or work is in the way of one that must not interrupt, 412 when `ifMatch` is stale, 422 for a change that cannot be.
 */
export async function redirectRun(
  context: ApiContext,
  id: string,
  body: RedirectBody | Instruction,
  ifMatch: string | undefined,
  asker: Asker,
): Promise<Controlled> {
  const issues = unkeepable(body);
  if (issues.length > 0) throw invalid(issues);
  const requestId = requestIdFor(context, asker, `redirect ${id}`);
  const redirectId = requestId.replace('req_', 'rdr_');
  // Of two redirects that change the definition at once the second is made again, from what the first left.
  for (let tries = 0; ; tries += 1) {
    const row = await mustFindRun(context.store, id);
    if (row.state.corrections?.some(({ id: known }) => known === redirectId)) return { row, changed: true };
    mustBeCurrent(context, row, ifMatch);
    if (isClosed(row.state)) throw runNotOpen(row);
    const prepared = await prepare(context, row, body, asker);
    if (row.state.seq === 1) await startFirst(context, row);
    await prepared.store();
    try {
      const request = prepared.request.kind === 'redirect' ? { ...prepared.request, redirectId } : prepared.request;
      const { seq, changed } = await context.runs.send(id, request, requestId);
      await record(context.store, asker, {
        action: 'run.redirect',
        subject: id,
        reason: 'instruction' in body ? body.instruction : body.description,
      });
      await context.store.events.waitFor(id, seq, LOG_LAG);
      return { row: await mustFindRun(context.store, id), changed };
    } catch (error) {
      if (isOver(error)) throw runNotOpen(await mustFindRun(context.store, id));
      if (!(error instanceof Refused)) throw error;
      if (error.code !== 'redirect_stale' || tries >= MOST_TRIES) throw refusal(error, { runId: id });
      await context.store.events.waitFor(id, row.state.seq + 1, LOG_LAG);
    }
  }
}

/** What `redirectRun` would do, with nothing stored or sent. Throws as it does; `ifMatch` may be left out. */
export async function previewRedirect(
  context: ApiContext,
  id: string,
  body: RedirectBody | Instruction,
  ifMatch: string | undefined,
  asker: Asker,
): Promise<PreviewView> {
  const issues = unkeepable(body);
  if (issues.length > 0) throw invalid(issues);
  const row = await mustFindRun(context.store, id);
  if (ifMatch !== undefined) mustBeCurrent(context, row, ifMatch);
  if (isClosed(row.state)) throw runNotOpen(row);
  const { request } = await prepare(withoutStoring(context), row, body, asker);
  return foretold(context, row, request);
}

const MOST_TRIES = 5;

async function prepare(
  context: ApiContext,
  row: RunRow,
  body: RedirectBody | Instruction,
  { principal }: Asker,
): Promise<Extract<Prepared, { ok: true }>> {
  const { store, digestOf, digestOfJson, newId, now } = context;
  const artifactId = () => newId('art_');
  const preparing = { store, check: checkOf(context), digestOf, digestOfJson, artifactId, now };
  const preparation =
    'instruction' in body
      ? prepareClarification(preparing, row, body.instruction, principal)
      : prepareRedirect(preparing, row, { ...body, description: await carried(context, body.description) }, principal);
  const prepared = await preparation.catch((error: unknown) => {
    throw error instanceof Refused ? refusal(error, { runId: row.record.id }) : error;
  });
  if (!prepared.ok) throw invalid(prepared.issues, 'invalid_redirect');
  const { revised } = prepared;
  const budgets = ('budgets' in body ? body.budgets : undefined) ?? {};
  if (revised) {
    const plan = { ...revised.plan, budgets: { ...row.state.budgets, ...limitsOf(budgets) } };
    await mustBeServable(context, { ...revised, plan }, cappedRun(row.record), '');
  } else await mustRaisePriced(context, row, budgets);
  return prepared;
}
