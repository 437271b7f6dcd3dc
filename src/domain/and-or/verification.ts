import type { Draft } from '../draft.ts';
import { escalate } from '../endings.ts';
import type { CallResult } from '../input.ts';

/** What a verification of the base case found out (seed 001 5). */
export function absorbVerification(next: Draft, result: CallResult): void {
  switch (result.kind) {
    case 'verified': {
      const { token, passed, artifactId, digest, usage } = result;
      next.emit({ type: 'basecase.verified', token, passed, artifactId, digest, ...(usage && { usage }) });
      return;
    }
    case 'pending': {
      const { leaf, expiresIn } = result;
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
