/** What whoever decides must have looked at: the artifact that he accepts over its guard, and the question as it stands. */
import { type DecideRequest, Refused, type Standing } from '../../model/input.ts';
import type { Run } from '../../model/run.ts';
import type { EscalationState, RunState } from '../../model/run-state.ts';
import { stateOf } from '../state/lookup.ts';

/** Where the question stands, for whoever decides by what he was shown: the decision names it, and is refused once it has moved on. */
export function standingOf({ plan, state }: Run, { step }: Pick<EscalationState, 'step'>): Standing {
  const amendments = step === undefined ? 0 : stateOf(state, step).amendments;
  return { amendments, plan: state.revision ?? plan.definition.digest };
}

/** Throws `Refused` (`stale_decision`) where the question has moved on since whoever decides looked at it. */
export function mustBeAsSeen(run: Run, escalation: EscalationState, { seen }: DecideRequest): void {
  if (seen === undefined) return;
  const now = standingOf(run, escalation);
  const changed = [
    ...(now.amendments === seen.amendments ? [] : ['artifact']),
    ...(now.plan === seen.plan ? [] : ['options']),
  ];
  if (changed.length === 0) return;
  const detail = `The question moved on since it was shown (${changed.join(', ')}): nothing was decided. Look at it again.`;
  throw new Refused('stale_decision', detail, { changed });
}

/**
 * Whether `approve` would accept an artifact that the guard does not: a guard's leaf goes on with the answer, and a step that may begin
 * makes an artifact of its own.
 */
export function overridesGuard(state: RunState, { step, artifactId, kind, leaf }: EscalationState): boolean {
  if (step === undefined || artifactId === undefined) return false;
  // What a probe made is accepted already; approved is what comes after it.
  return leaf === undefined ? kind !== 'approval' && kind !== 'infeasible' : !isJudging(state, step);
}

/**
 * Throws `digest_required` where an `approve` would accept an artifact over its guard and names no digest of what was looked at (R115).
 * It lets every other request pass, since `decide` checks those; the API and the workflow's handlers call it before.
 */
export function mustNameWhatItAccepts(state: RunState, request: DecideRequest): void {
  const escalation = state.escalations[request.escalationId];
  if (request.action !== 'approve' || request.artifactDigest !== undefined || escalation?.status !== 'open') return;
  if (!escalation.allowedActions.includes('approve') || !overridesGuard(state, escalation)) return;
  throw new Refused(
    'digest_required',
    `The guard does not accept this artifact. To accept it all the same, look at it and send its digest as artifactDigest: GET /v1/escalations/${escalation.id}.`,
    { field: 'artifactDigest' },
  );
}

/** A person's artifact that the guard refused leaves the question open, and no call that an answer could go to. */
export function isJudging(state: RunState, step: string): boolean {
  return stateOf(state, step).call !== undefined;
}
