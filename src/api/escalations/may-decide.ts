import type { DecideRequest } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { EscalationRow, RunRow } from '../../ports/store.ts';
import { invalid, Problem } from '../http/problem.ts';
import { runNotOpen } from '../runs/open-run.ts';

/** Throws what the stored views already tell of a decision; the engine checks again, and its word counts (R42). */
export function mustBeDecidable(row: EscalationRow, run: RunRow, request: DecideRequest): void {
  const { runId, escalation } = row;
  const { allowedActions, artifactDigest, step } = escalation;
  mustBeOpen(row);
  if (isClosed(run.state)) throw runNotOpen(run);
  if (!allowedActions.includes(request.action)) {
    const detail = `"${request.action}" is not allowed here, but ${allowedActions.join(', ')}.`;
    throw new Problem(409, 'action_not_allowed', detail, { facts: { allowedActions, runId } });
  }
  if (request.artifactDigest !== undefined && request.artifactDigest !== artifactDigest) {
    const detail = 'The artifact has moved on since it was shown; look again.';
    throw new Problem(409, 'digest_mismatch', detail, { facts: { artifactDigest, runId } });
  }
  if (request.action === 'skip' && step !== undefined && request.step !== undefined) {
    const detail = `The escalation is about ${step}; only that step can be skipped.`;
    throw invalid([{ pointer: '/step', code: 'wrong_step', detail }]);
  }
  if (request.action === 'amend' && isAmending(run, step)) {
    const detail = 'An amendment is being judged; wait for its verdict.';
    throw new Problem(409, 'amend_in_progress', detail, { facts: { runId } });
  }
}

export function mustBeOpen({ runId, escalation }: EscalationRow): void {
  const facts = { facts: { runId } };
  if (escalation.status === 'expired')
    throw new Problem(410, 'escalation_expired', 'The time to decide is over.', facts);
  if (escalation.status === 'withdrawn') {
    throw new Problem(409, 'escalation_withdrawn', 'Nobody needs this decision any more.', facts);
  }
}

function isAmending({ state }: RunRow, step: string | undefined): boolean {
  const call = step === undefined ? undefined : state.steps[step]?.call;
  return call?.source === 'human' && call.pending === undefined;
}
