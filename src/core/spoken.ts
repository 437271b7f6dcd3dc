/** Words of people whose meaning is being found out: until that is settled only their own step runs (R86). */
import type { Draft } from './draft.ts';
import { discard } from './endings.ts';
import { stateOf } from './state/lookup.ts';
import { isOf, queueOf } from './state/spoken.ts';

/** Every generation is revoked, agents' too. What was being judged keeps its token, and is judged once the words are settled (R27). */
export function interruptFor(next: Draft): void {
  for (const { call } of Object.values(next.state.steps))
    if (call?.phase === 'generate' && !isOf(next.state, call.step)) discard(next, call);
}

/** Ends words that a person lets be, or nobody answers in time: revokes their step's call, waives the step, and changes nothing else. */
export function letBe(next: Draft, step: string, outcome: 'dropped' | 'expired'): void {
  const { call, sigma, epoch, attempt } = stateOf(next.state, step);
  if (call) discard(next, call);
  if (sigma !== 'waived') {
    const reason = outcome === 'expired' ? 'nobody answered in time' : 'let be';
    next.emit({ type: 'step.waived', step, epoch, attempt, reason });
  }
  next.emit({ type: 'run.redirect_ended', step, outcome });
}

/** Drops every instruction whose step is waived already, because a person has skipped it. */
export function dropSkipped(next: Draft): void {
  for (const { step } of queueOf(next.state))
    if (stateOf(next.state, step).sigma === 'waived') letBe(next, step, 'dropped');
}

/** Has every proposal made again that no person has agreed to yet, because `cause` has changed what it rests on (R86). */
export function proposeAnew(next: Draft, cause: string): void {
  for (const { step } of queueOf(next.state)) {
    const { call, escalation, sigma, epoch, attempt } = stateOf(next.state, step);
    if (sigma !== 'unsatisfied' || (call?.phase !== 'guard' && escalation === undefined)) continue;
    if (call) discard(next, call);
    if (escalation !== undefined) next.emit({ type: 'escalation.withdrawn', escalationId: escalation });
    next.emit({ type: 'step.reopened', step, epoch, attempt, cause });
  }
}
