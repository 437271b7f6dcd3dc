import { openEscalations, type RunState } from '../../model/run-state.ts';
import type { BaseCaseStanding } from '../../stories/topology-view.ts';
import { fieldsOf } from '../../text/fields.ts';

/** Whether the base case held when it was verified last, and whether it is being verified; null where the run has none. */
export function baseCaseStanding(state: RunState): BaseCaseStanding | null {
  const { baseCase } = state.own;
  if (!baseCase) return null;
  const { passed = null, artifactId, token } = baseCase;
  const verifying = token !== undefined || openEscalations(state).some(({ kind }) => kind === 'assertion');
  return { passed, verifying, ...(artifactId !== undefined && { artifactId }) };
}

/** What a document says that its run is for; null where it does not. */
export function objectiveIn(document: unknown): unknown {
  return fieldsOf(document)['objective'] ?? null;
}
