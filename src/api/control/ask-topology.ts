import type { OwnRoute } from '../../definitions/redirects/topology-requests.ts';
import { Refused } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { cappedRun } from '../definitions/priced-models.ts';
import { checkOf } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid } from '../http/problem.ts';
import { unkeepable } from '../http/readable.ts';
import { refusal } from '../http/refusal.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { LOG_LAG, runNotOpen } from '../runs/open-run.ts';
import { type Asker, record } from '../runs/record.ts';
import { sendRequest } from '../runs/send-request.ts';
import { mustBeServable } from '../runs/servable.ts';
import type { Controlled } from './control-run.ts';

const MOST_TRIES = 5;

/**
 * Asks a run what only its topology knows. Throws 409 where the run has ended or its state does not allow it, 422 for what nothing can be
 * made of; then nothing is stored. Of two that change what the run goes by at once the second is made again, from what the first left.
 */
export async function askTopology(
  context: ApiContext,
  id: string,
  route: OwnRoute,
  body: unknown,
  asker: Asker,
): Promise<Controlled> {
  const issues = unkeepable(body);
  if (issues.length > 0) throw invalid(issues);
  for (let tries = 1; ; tries += 1) {
    const row = await mustFindRun(context.store, id);
    if (isClosed(row.state)) throw runNotOpen(row);
    try {
      return await prepared(context, row, route, body, asker);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== 'redirect_stale' || tries === MOST_TRIES) throw refusal(error, { runId: id });
      await context.store.events.waitFor(id, row.state.seq + 1, LOG_LAG);
    }
  }
}

async function prepared(
  context: ApiContext,
  row: RunRow,
  route: OwnRoute,
  body: unknown,
  asker: Asker,
): Promise<Controlled> {
  const { store, digestOfJson } = context;
  const { id } = row.record;
  const found = await route.prepare({ store, check: checkOf(context), digestOfJson }, row, body, asker.principal);
  if (!found.ok) throw invalid(found.issues, route.invalid);
  if (!found.changes) return { row, changed: false };
  if (found.revised) await mustBeServable(context, found.revised, cappedRun(row.record), '');
  await found.store();
  const answer = await sendRequest(context, row, found.request, asker);
  if (!answer) throw runNotOpen(await mustFindRun(store, id));
  await record(store, asker, { action: route.action, subject: id });
  await store.events.waitFor(id, answer.seq, LOG_LAG);
  return { row: await mustFindRun(store, id), changed: answer.changed };
}
