import { Refused, type Request } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store.ts';
import {
  type AlignmentBody,
  type PreparedAlignment,
  prepareAlignment,
  prepareDraft,
} from '../../topologies/and-or/prepare-alignment.ts';
import { checkOf } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid, Problem } from '../http/problem.ts';
import { unkeepable } from '../http/readable.ts';
import { refusal } from '../http/refusal.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { LOG_LAG, runNotOpen } from '../runs/open-run.ts';
import { type Asker, record } from '../runs/record.ts';
import { sendRequest } from '../runs/send-request.ts';
import { mustBeServable } from '../runs/servable.ts';
import type { Controlled } from './control-run.ts';

/** Says what a run is for and how it begins (S1-3.1-a, S1-3.1-b). Throws 409 once it has begun, 422 for what no run can be for. */
export async function alignRun(
  context: ApiContext,
  id: string,
  body: AlignmentBody,
  asker: Asker,
): Promise<Controlled> {
  const issues = unkeepable(body);
  if (issues.length > 0) throw invalid(issues);
  return prepared(context, id, asker, 'run.align', (row) =>
    prepareAlignment(preparing(context), row, body, asker.principal),
  );
}

/** Lets a model draft what the run is for; a person confirms it (api 1). */
export async function proposeAlignment(
  context: ApiContext,
  id: string,
  wish: string,
  asker: Asker,
): Promise<Controlled> {
  return prepared(context, id, asker, 'run.propose-alignment', (row) =>
    prepareDraft(preparing(context), row, wish, asker.principal),
  );
}

/** Passes the start gate (S1-3.2). Throws 409 `not_aligned` naming what is missing. */
export async function beginSearch(context: ApiContext, id: string, asker: Asker): Promise<Controlled> {
  const row = await mustFindRun(context.store, id);
  if (isClosed(row.state)) throw runNotOpen(row);
  return sent(context, row, { kind: 'begin', by: asker.principal }, asker, 'run.start');
}

const MOST_TRIES = 5;

async function prepared<Prepared extends Request>(
  context: ApiContext,
  id: string,
  asker: Asker,
  action: string,
  prepare: (row: RunRow) => Promise<PreparedAlignment<Prepared>>,
): Promise<Controlled> {
  for (let tries = 1; ; tries += 1) {
    const row = await mustFindRun(context.store, id);
    if (isClosed(row.state)) throw runNotOpen(row);
    mustBeUnaligned(row);
    const found = await prepare(row);
    if (!found.ok) throw invalid(found.issues, 'invalid_alignment');
    if (!found.changes) return { row, changed: false };
    await mustBeServable(context, found.revised, '');
    await found.store();
    try {
      return await sent(context, row, found.request, asker, action);
    } catch (error) {
      const isStale = error instanceof Problem && error.code === 'redirect_stale';
      if (!isStale || tries === MOST_TRIES) throw error;
      await context.store.events.waitFor(id, row.state.seq + 1, LOG_LAG);
    }
  }
}

function mustBeUnaligned({ record: { id, topology }, state }: RunRow): void {
  if (state.unaligned === true) return;
  const detail =
    topology === 'and-or'
      ? 'The run has begun; a redirect of type objective_change corrects it.'
      : `A workflow of topology ${topology} needs no alignment; it has begun.`;
  throw new Problem(409, 'already_started', detail, { facts: { runId: id } });
}

function preparing(context: ApiContext) {
  const { store, digestOfJson } = context;
  return { store, check: checkOf(context), digestOfJson };
}

async function sent(
  context: ApiContext,
  row: RunRow,
  request: Request,
  asker: Asker,
  action: string,
): Promise<Controlled> {
  const { id } = row.record;
  try {
    const answer = await sendRequest(context, row, request, asker);
    if (!answer) throw runNotOpen(await mustFindRun(context.store, id));
    await record(context.store, asker, { action, subject: id });
    await context.store.events.waitFor(id, answer.seq, LOG_LAG);
    return { row: await mustFindRun(context.store, id), changed: answer.changed };
  } catch (error) {
    throw error instanceof Refused ? refusal(error, { runId: id }) : error;
  }
}
