import { mustNameWhatItAccepts, payloadOf, standingOf } from '../../engine.ts';
import { decisionWord } from '../../model/events/escalation-words.ts';
import { type DecideRequest, Refused } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { foretold, type PreviewView, withoutStoring } from '../control/preview.ts';
import { mustRaisePriced } from '../definitions/priced-models.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { refusal } from '../http/refusal.ts';
import { waitUntil } from '../http/waiting.ts';
import { mustFindEscalation, mustFindRun } from '../runs/lookups.ts';
import { mustFit } from '../runs/must-fit.ts';
import { isOver, LOG_LAG, runNotOpen } from '../runs/open-run.ts';
import { type Asker, record } from '../runs/record.ts';
import { requestIdFor } from '../runs/request-id.ts';
import { runIn } from '../runs/told-run.ts';
import { agreedChange } from './agreed-change.ts';
import { decisionOf } from './decision-fields.ts';
import type { DecisionRequest } from './decision-request.ts';
import { mustBeAsShown } from './escalations.ts';
import { mustBeDecidable, mustBeOpen } from './may-decide.ts';
import { heardOf } from './options.ts';
import { storeAmendment } from './store-amendment.ts';
import { decisionView } from './view.ts';

export interface Decided {
  readonly row: EscalationRow;
  readonly changed: boolean;
  /** False: an amendment that the guard has not judged yet. */
  readonly settled: boolean;
}

/** How long the verdict is waited for that follows an answer, and the signal that nobody wants to know any more. */
export interface Patience {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/** Answers an escalation (api 5). The same decision again changes nothing; whoever comes second with another is told the first. */
export async function decide(
  context: ApiContext,
  id: string,
  body: DecisionRequest,
  asker: Asker,
  patience: Patience,
): Promise<Decided> {
  const { store } = context;
  const found = await mustFindEscalation(store, id);
  const asked = await decisionOf(context, found.escalation, body, asker);
  const run = await mustFindRun(store, found.runId);
  // A run that has ended may have ended by somebody's decision since the question was read.
  const row = isClosed(run.state) ? await mustFindEscalation(store, id) : found;
  if (row.escalation.decision) return repeated(row, asked);
  mustBeDecidable(row, run, asked);
  const { shown } = body;
  if (shown !== undefined) await mustBeAsShown(context, row, { shown, action: body.action });
  // What is compared here may move on before the run hears of it: it compares again.
  const decision = shown === undefined ? asked : { ...asked, shown, seen: standingOf(runIn(run), row.escalation) };
  if (body.action === 'raise') await mustRaisePriced(context, run, body.budgets);
  const request =
    body.action === 'amend' ? await withArtifact(context, run, row, body, decision) : bound(run, row, body, decision);
  const seq = await send(context, row, request, asker);
  if (seq === undefined) return settledMeanwhile(context, row, request);
  const reason = request.reason ?? request.comment;
  await record(store, asker, { action: `escalation.${body.action}`, subject: id, reason, shown });
  await store.events.waitFor(row.runId, seq, LOG_LAG);
  const isJudged = await judged(context, row, request, patience);
  return { row: await mustFindEscalation(store, id), changed: true, settled: body.action !== 'amend' || isJudged };
}

/** A decision by what it was shown names the artifact too; one that accepts an artifact over its guard must (R115). */
function bound(
  { state }: RunRow,
  row: EscalationRow,
  { shown }: DecisionRequest,
  decision: DecideRequest,
): DecideRequest {
  const { artifactDigest } = row.escalation;
  const named = shown === undefined || artifactDigest === undefined ? decision : { ...decision, artifactDigest };
  try {
    mustNameWhatItAccepts(state, named);
  } catch (error) {
    throw error instanceof Refused ? refusal(error, { runId: row.runId }) : error;
  }
  return named;
}

async function withArtifact(
  context: ApiContext,
  run: RunRow,
  row: EscalationRow,
  body: Extract<DecisionRequest, { action: 'amend' }>,
  decision: DecideRequest,
): Promise<DecideRequest> {
  await mustFit(context, run, row, body);
  const { id: artifactId, digest } = await storeAmendment(context, run, row, body);
  return { ...decision, artifactId, digest };
}

/** What `decide` would do, with nothing stored or sent. Throws as it does, but asks for no digest: nothing is accepted. */
export async function previewDecision(
  context: ApiContext,
  id: string,
  body: DecisionRequest,
  asker: Asker,
): Promise<PreviewView> {
  const { store } = context;
  const row = await mustFindEscalation(store, id);
  const run = await mustFindRun(store, row.runId);
  const decision = await decisionOf(withoutStoring(context), row.escalation, body, asker);
  if (row.escalation.decision) repeated(row, decision);
  else mustBeDecidable(row, run, decision);
  if (body.shown !== undefined) await mustBeAsShown(context, row, { shown: body.shown, action: body.action });
  if (body.action === 'raise') await mustRaisePriced(context, run, body.budgets);
  if (body.action === 'amend') await mustFit(context, run, row, body);
  const document = await store.revisions.document(run.record);
  const heard = heardOf(document, runIn(run), row.escalation, body.action);
  const asked = body.action === 'amend' ? { ...decision, artifactId: 'art_preview' } : decision;
  const agreed = body.action === 'approve' ? await agreedChange(context, run, row.escalation, heard) : undefined;
  return foretold(context, run, asked, heard, agreed);
}

/** The decision's seq, or undefined when another came first. */
async function send(
  context: ApiContext,
  { runId, escalation }: EscalationRow,
  request: DecideRequest,
  asker: Asker,
): Promise<number | undefined> {
  try {
    return (await context.runs.send(runId, request, requestIdFor(context, asker, escalation.id))).seq;
  } catch (error) {
    if (isOver(error)) return undefined;
    if (!(error instanceof Refused)) throw error;
    if (OVERTAKEN.has(error.code)) return undefined;
    throw refusal(error, { runId });
  }
}

const OVERTAKEN = new Set(['already_decided', 'escalation_closed']);

/** The engine knows more than the log did: read what became of the escalation. */
async function settledMeanwhile(
  { store }: ApiContext,
  { runId, escalation: { id } }: EscalationRow,
  request: DecideRequest,
): Promise<Decided> {
  const first = await mustFindEscalation(store, id);
  const { state } = await mustFindRun(store, runId);
  if (first.escalation.status === 'open') await store.events.waitFor(runId, state.seq + 1, LOG_LAG);
  const row = await mustFindEscalation(store, id);
  if (row.escalation.decision) return repeated(row, request);
  mustBeOpen(row);
  throw runNotOpen(await mustFindRun(store, runId));
}

/** Compares action and payload, not `by` and `comment` (R42). */
function repeated(row: EscalationRow, request: DecideRequest): Decided {
  const { decision } = row.escalation;
  const isSame = decision?.action === request.action && decision.payload === payloadOf(request);
  if (isSame) return { row, changed: false, settled: true };
  throw new Problem(
    409,
    'already_decided',
    `It was decided before${decision ? `: ${decisionWord(decision.action)}` : ''}.`,
    {
      facts: { runId: row.runId, ...(decision && { decision: decisionView(decision) }) },
    },
  );
}

/** Whether the guard has judged the artifact, or gone on with a word for its leaf, after a wait (R42). */
async function judged(
  { store }: ApiContext,
  { runId, escalation: { step = '', leaf, artifactId: shown } }: EscalationRow,
  { action, artifactId = shown }: DecideRequest,
  { milliseconds, signal }: Patience,
): Promise<boolean> {
  const isForLeaf = leaf !== undefined && (action === 'approve' || action === 'reject');
  if (milliseconds === 0 || !(isForLeaf || action === 'amend')) return false;
  const isSo = ({ state }: RunRow) => state.steps[step]?.call?.artifactId !== artifactId;
  return isSo(await waitUntil(store, await mustFindRun(store, runId), milliseconds, { isSo }, signal));
}
