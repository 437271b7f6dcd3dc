import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { AttemptView } from './attempt-view.ts';
import { attemptsOf } from './attempts.ts';

/** The attempt of a step by its ordinal over all epochs (R25). Throws 404 where the run has no such step, and where that has no such attempt. */
export async function mustFindAttempt(store: Store, run: RunRow, step: string, ordinal: string): Promise<AttemptView> {
  const { id } = run.record;
  const known = mustHaveStep(run, step);
  const n = /^[1-9]\d{0,8}$/.test(ordinal) ? Number(ordinal) : 0;
  const [attempt] = (await attemptsOf(store, id, { step: known, n }, { limit: 1 })).rows;
  if (attempt) return attempt;
  throw new Problem(404, 'attempt_not_found', `There is no attempt "${ordinal}" of "${step}" in ${id}.`);
}

/** What a step that has left the plan made stays to be seen. */
export function mustHaveStep({ record, state: { steps, gone = {} } }: RunRow, id: string): string {
  const isKnown =
    record.plan.steps.some((step) => step.id === id) || Object.hasOwn(steps, id) || Object.hasOwn(gone, id);
  if (!isKnown) throw notFound('step', id);
  return id;
}
