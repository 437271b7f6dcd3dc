import type { Draft } from '../draft.ts';
import { escalate } from '../endings.ts';
import type { CallResult } from '../input.ts';
import { unresolved } from './branches.ts';

/** What a verification of the base case found out (seed 001 5). */
export function absorbVerification(next: Draft, result: CallResult): void {
  switch (result.kind) {
    case 'verified': {
      const { token, passed, artifactId, digest, usage } = result;
      next.emit({ type: 'basecase.verified', token, passed, artifactId, digest, ...(usage && { usage }) });
      return;
    }
    case 'pending': {
      const { token, leaf, expiresIn, early } = result;
      // A person is not asked about work that does not show yet: something else holds first, or nothing is left to do (R63).
      if (early === true && unresolved(next.plan, next.state).length > 0) {
        next.emit({ type: 'basecase.verified', token, passed: false });
        return;
      }
      const question = `Does ${leaf} hold? The run is complete if it does.`;
      return escalate(next, 'assertion', undefined, question, {
        branch: true,
        leaf,
        ...(expiresIn !== undefined && { expiresIn }),
      });
    }
    case 'broken': {
      const { token, detail } = result;
      next.emit({ type: 'basecase.broken', token, detail });
      return escalate(next, 'infrastructure', undefined, detail);
    }
    case 'generated':
    case 'judged':
    case 'skipped':
      return;
  }
}
