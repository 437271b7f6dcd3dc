import type { Draft } from './draft.ts';
import { close } from './endings.ts';
import type { Event } from './event.ts';
import { type DecideRequest, Refused } from './input.ts';
import { fieldsOf } from './requests.ts';
import { type EscalationState, isClosed, type RunState } from './run-state.ts';

/** A person's answer to an open escalation (api 5). The same answer again changes nothing; any other is refused (R42). */
export function decide(next: Draft, request: DecideRequest): void {
  const { escalationId, action, by = 'anonymous' } = request;
  const escalation = next.state.escalations[escalationId];
  if (!escalation) throw new Refused('escalation_not_found', `The run has no escalation ${escalationId}.`);
  const comment = request.reason ?? request.comment;
  if (isRepeat(escalation, action, comment)) return;
  mustAllow(next.state, escalation, request);
  next.emit({ type: 'escalation.decided', escalationId, action, by, ...(comment !== undefined && { comment }) });
  const step = escalation.step !== undefined ? { step: escalation.step } : {};
  close(next, 'failed', { code: 'aborted', ...step, detail: comment ?? `aborted by ${by}` });
}

/** A signal that the state does not allow is ignored, and its refusal recorded (R45). */
export function recordRefusal(state: RunState, request: unknown, refused: Refused, now: number): readonly Event[] {
  if (isClosed(state)) return [];
  const { escalationId, action, by } = fieldsOf(request);
  const body = {
    type: 'decision.rejected',
    escalationId: shortText(escalationId),
    action: shortText(action),
    by: shortText(by, 'anonymous'),
    reason: refused.code,
  } as const;
  return [{ ...body, seq: state.seq + 1, at: now }];
}

function shortText(value: unknown, missing = ''): string {
  return typeof value === 'string' ? value.slice(0, 200) : missing;
}

function isRepeat({ decision }: EscalationState, action: string, comment: string | undefined): boolean {
  return decision !== undefined && decision.action === action && decision.comment === comment;
}

function mustAllow(state: RunState, escalation: EscalationState, request: DecideRequest): void {
  const { status, decision, allowedActions, artifactDigest } = escalation;
  if (decision) throw new Refused('already_decided', `Decided before: ${decision.action}.`, { decision });
  if (status !== 'open') throw new Refused('escalation_closed', `The escalation is ${status}.`);
  if (isClosed(state)) throw new Refused('run_not_open', 'The run has ended.');
  if (!allowedActions.includes(request.action)) {
    throw new Refused('action_not_allowed', `Allowed here: ${allowedActions.join(', ')}.`, { allowedActions });
  }
  if (request.artifactDigest !== undefined && request.artifactDigest !== artifactDigest) {
    throw new Refused('digest_mismatch', 'The artifact moved on since it was shown.', { artifactDigest });
  }
}
