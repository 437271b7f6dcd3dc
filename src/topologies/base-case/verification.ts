import type { Draft } from '../../core/draft.ts';
import { escalate } from '../../core/endings.ts';
import type { CallResult } from '../../model/input.ts';
import { openEscalations } from '../../model/run-state.ts';
import { unresolved } from '../and-or/branches.ts';

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
      if (early === true && unresolved(next.plan, next.state).length > 0) {
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
export function withdrawAssertions(next: Draft, but?: string): void {
  for (const { id, kind, leaf } of openEscalations(next.state))
    if (kind === 'assertion' && leaf !== but) next.emit({ type: 'escalation.withdrawn', escalationId: id });
}

/** A person is being asked about the leaf, or has just answered. */
function isAsked({ state }: Draft, leaf: string): boolean {
  const isOpen = openEscalations(state).some((question) => question.kind === 'assertion' && question.leaf === leaf);
  return isOpen || state.search?.baseCase.answers?.[leaf] !== undefined;
}
