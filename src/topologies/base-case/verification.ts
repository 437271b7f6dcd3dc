import type { Draft } from '../../core/draft.ts';
import { escalate } from '../../core/endings.ts';
import { isSettled } from '../../core/frontier.ts';
import { isOutOfBudget } from '../../core/spending.ts';
import { type OwnCall, rulesOf } from '../../core/topology.ts';
import type { CallResult } from '../../model/call-result.ts';
import { baseCaseOf } from '../../model/plan.ts';
import { goesBy, openEscalations, type RunState } from '../../model/run-state.ts';
import { holds } from './base-case.ts';

/** The verification that should be under way; none while a person is asked. */
export function verificationOf({ own }: RunState): readonly OwnCall[] {
  const { token, pending, answers = {} } = own.baseCase ?? {};
  if (token === undefined || pending !== undefined) return [];
  return [{ phase: 'verify', token, answers }];
}

/** Whether the run is complete by its base case. */
export function baseCaseHolds({ own }: RunState): boolean {
  return own.baseCase?.passed === true;
}

/** What has passed may complete a run that does not go on by itself: parked, paused, out of budget (R101). */
export function verifyAllTheSame(next: Draft): void {
  if (goesBy(next.state, 'verifiesParked') && next.state.unaligned !== true) verified(next);
}

/**
 * Whether no verification of the base case is needed now: what the log says is enough to see that it does not hold, or a call is. Out of
 * budget the call asks no model, and what a model would have had to say is asked once there is budget again (R101).
 */
export function verified(next: Draft): boolean {
  const { plan, state } = next;
  const { due, token, leftOut } = state.own.baseCase ?? { due: false };
  if (token !== undefined) return false;
  const isParked = goesBy(state, 'verifiesParked') && isOutOfBudget(state, next.now);
  const isDue = due || (leftOut === true && !isParked);
  const baseCase = baseCaseOf(plan);
  if (!isDue || baseCase === undefined) return true;
  const held = holds(baseCase, ({ on }) => (on !== undefined && !isSettled(state, on) ? false : undefined));
  if (held === false) {
    next.emit({ type: 'basecase.verified', passed: false });
    withdrawAssertions(next);
    return true;
  }
  next.emit({ type: 'basecase.started', token: `v${state.seq + 1}` });
  return false;
}

/** What a verification of the base case found out (S1-5-c). */
export function absorbVerification(next: Draft, result: CallResult): void {
  switch (result.kind) {
    case 'verified': {
      const { token, passed, artifactId, digest, usage, falseLeaves, because, leftOut } = result;
      const found = { token, passed, artifactId, digest, ...(usage && { usage }), ...(leftOut && { leftOut }) };
      next.emit({
        type: 'basecase.verified',
        ...found,
        ...(falseLeaves && { falseLeaves: falseLeaves.slice(0, 50) }),
        ...(because !== undefined && { because }),
      });
      if (!passed) withdrawAssertions(next);
      return;
    }
    case 'pending': {
      const { token, leaf, question: words, expiresIn, early, beside } = result;
      // A person is not asked about work that does not show yet: something else holds first, or nothing is left to do (R63).
      if (early === true && rulesOf(next.plan).unresolved(next).length > 0) {
        next.emit({ type: 'basecase.verified', token, passed: false });
        withdrawAssertions(next);
        return;
      }
      if (beside === true) {
        next.emit({ type: 'basecase.verified', token, passed: false, hingesOn: leaf });
        withdrawAssertions(next, leaf);
        if (isAsked(next, leaf)) return;
      }
      const question = `${words ?? `Does ${leaf} hold?`} The run is complete if it does.`;
      return escalate(next, 'assertion', undefined, question, {
        branch: true,
        leaf,
        ...(expiresIn !== undefined && { expiresIn }),
      });
    }
    case 'broken': {
      const { token, detail, reason } = result;
      next.emit({ type: 'basecase.broken', token, detail });
      return escalate(next, reason === 'internal' ? reason : 'infrastructure', undefined, detail);
    }
    case 'generated':
    case 'judged':
    case 'skipped':
    case 'conditioned':
      return;
  }
}

/** The base case does not hinge on them any more, but for one. */
function withdrawAssertions(next: Draft, but?: string): void {
  for (const { id, kind, leaf } of openEscalations(next.state))
    if (kind === 'assertion' && leaf !== but) next.emit({ type: 'escalation.withdrawn', escalationId: id });
}

/** A person is being asked about the leaf, or has just answered. */
function isAsked({ state }: Draft, leaf: string): boolean {
  const isOpen = openEscalations(state).some((question) => question.kind === 'assertion' && question.leaf === leaf);
  return isOpen || state.own.baseCase?.answers?.[leaf] !== undefined;
}
