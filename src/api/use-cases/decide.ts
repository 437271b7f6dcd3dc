import { type DecideRequest, Refused } from '../../domain/input.ts';
import { isClosed } from '../../domain/run-state.ts';
import type { EscalationRow } from '../../domain/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../problem.ts';
import { RunNotOpen } from '../run-client.ts';
import { decisionView } from '../views/escalation.ts';
import type { DecisionRequest } from './decision-request.ts';
import { carried } from './long-text.ts';
import { mustFindEscalation, mustFindRun } from './lookups.ts';
import { type Asker, record } from './record.ts';
import { requestIdFor } from './request-id.ts';

export interface Decided {
  readonly row: EscalationRow;
  readonly changed: boolean;
}

const LOG_LAG = 2_000;

/** Answers an escalation (api 5). The same decision again changes nothing; whoever comes second with another is told the first. */
export async function decide(context: ApiContext, id: string, body: DecisionRequest, asker: Asker): Promise<Decided> {
  const row = await mustFindEscalation(context.store, id);
  const request = await requestOf(context, id, body, asker);
  if (row.escalation.decision) return repeated(row, request, body);
  await mustBeDecidable(context, row, body);
  const seq = await send(context, row, request, asker);
  if (seq === undefined) return settledMeanwhile(context, id, request, body);
  const reason = request.reason ?? request.comment;
  await record(context.store, asker, { action: `escalation.${body.action}`, subject: id, reason });
  await context.store.events.waitFor(row.runId, seq, LOG_LAG);
  return { row: await mustFindEscalation(context.store, id), changed: true };
}

async function requestOf(context: ApiContext, id: string, body: DecisionRequest, asker: Asker): Promise<DecideRequest> {
  const { action, artifactDigest, by = asker.principal } = body;
  const comment = await carried(context, body.comment);
  const reason = await carried(context, body.action === 'abort' ? body.reason : undefined);
  return {
    kind: 'decide',
    escalationId: id,
    action,
    by,
    ...(artifactDigest !== undefined && { artifactDigest }),
    ...(comment !== undefined && { comment }),
    ...(reason !== undefined && { reason }),
  };
}

/** Throws what the escalation's row already tells; the engine checks again, and its word counts. */
async function mustBeDecidable({ store }: ApiContext, row: EscalationRow, body: DecisionRequest): Promise<void> {
  const { status, allowedActions, artifactDigest } = row.escalation;
  if (status === 'expired') throw new Problem(410, 'escalation_expired', 'The time to decide is over.');
  if (status === 'withdrawn') throw new Problem(409, 'escalation_withdrawn', 'Nobody needs this decision any more.');
  const { runId } = row;
  const run = await mustFindRun(store, runId);
  if (isClosed(run.state)) {
    throw new Problem(409, 'run_not_open', `The run is ${run.state.status}.`, { facts: { runId } });
  }
  if (!allowedActions.includes(body.action)) {
    const detail = `"${body.action}" is not allowed here, but ${allowedActions.join(', ')}.`;
    throw new Problem(409, 'action_not_allowed', detail, { facts: { allowedActions, runId } });
  }
  if (body.artifactDigest !== undefined && body.artifactDigest !== artifactDigest) {
    const detail = 'The artifact has moved on since it was shown; look again.';
    throw new Problem(409, 'digest_mismatch', detail, { facts: { artifactDigest, runId } });
  }
}

/** The decision's seq, or undefined when another came first. */
async function send(
  context: ApiContext,
  { runId, escalation }: EscalationRow,
  request: DecideRequest,
  asker: Asker,
): Promise<number | undefined> {
  try {
    return (await context.runs.decide(runId, request, requestIdFor(context, asker, escalation.id))).seq;
  } catch (error) {
    const overtaken = error instanceof Refused && ['already_decided', 'escalation_closed'].includes(error.code);
    if (error instanceof RunNotOpen || overtaken) return undefined;
    throw error;
  }
}

/** The engine knows more than the log did: read what became of the escalation. */
async function settledMeanwhile(
  { store }: ApiContext,
  id: string,
  request: DecideRequest,
  body: DecisionRequest,
): Promise<Decided> {
  const first = await mustFindEscalation(store, id);
  const { state } = await mustFindRun(store, first.runId);
  if (first.escalation.status === 'open') await store.events.waitFor(first.runId, state.seq + 1, LOG_LAG);
  const row = await mustFindEscalation(store, id);
  if (row.escalation.decision) return repeated(row, request, body);
  throw new Problem(409, 'run_not_open', 'The run has ended.', { facts: { runId: row.runId } });
}

/** Compares action and payload, not `by` and `comment` (R42). The log keeps an abort's reason as its comment. */
function repeated(row: EscalationRow, request: DecideRequest, body: DecisionRequest): Decided {
  const { decision } = row.escalation;
  const samePayload = request.reason === undefined || request.reason === decision?.comment;
  if (decision?.action === body.action && samePayload) return { row, changed: false };
  throw new Problem(409, 'already_decided', `It was decided before: ${decision?.action}.`, {
    facts: { runId: row.runId, ...(decision && { decision: decisionView(decision) }) },
  });
}
