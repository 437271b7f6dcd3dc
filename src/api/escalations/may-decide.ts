import { mustBeAllowed } from '../../engine.ts';
import { type DecideRequest, Refused } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { invalid, Problem } from '../http/problem.ts';
import { refusal } from '../http/refusal.ts';
import { runNotOpen } from '../runs/open-run.ts';

/** Throws what the stored views already tell of a decision; the engine checks again, and its word counts (R42). */
export function mustBeDecidable(row: EscalationRow, run: RunRow, request: DecideRequest): void {
  const { runId, escalation } = row;
  const { artifactDigest, step } = escalation;
  mustBeOpen(row);
  if (isClosed(run.state)) throw runNotOpen(run);
  try {
    mustBeAllowed(run.record.plan, escalation, request.action);
  } catch (error) {
    throw error instanceof Refused ? refusal(error, { runId }) : error;
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
