import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { AttemptView } from './attempt-view.ts';
import { attemptsOf } from './attempts.ts';
import { leavesWaiting } from './leaves-waiting.ts';

/** The attempt of a step by its ordinal over all epochs (R25). Throws 404 where the run has no such step, and where that has no such attempt. */
export async function mustFindAttempt(
  context: Pick<ApiContext, 'store' | 'guards'>,
  run: RunRow,
  step: string,
  ordinal: string,
): Promise<AttemptView> {
  const filter = { step: mustHaveStep(run, step), n: numberOf(ordinal) };
  const [attempt] = (await attemptsOf(context.store, run.record.id, filter, { limit: 1 })).rows;
  if (!attempt) return hasNone(run, step, ordinal);
  const { artifactId, verdict } = attempt;
  const isJudgedNow = verdict === null && artifactId !== null && run.state.steps[step]?.call?.artifactId === artifactId;
  const leaves = isJudgedNow ? await leavesWaiting(context, run, step) : [];
  return { ...attempt, ...(leaves.length > 0 && { leaves }) };
}

/** The token of such an attempt. Throws the same. */
export async function mustFindToken(store: Store, run: RunRow, step: string, ordinal: string): Promise<string> {
  const filter = { step: mustHaveStep(run, step), n: numberOf(ordinal) };
  const [attempt] = (await store.attempts.list(run.record.id, filter, { limit: 1 })).rows;
  return attempt?.token ?? hasNone(run, step, ordinal);
}

/** 0, which no attempt has, for what is no ordinal. */
function numberOf(ordinal: string): number {
  return /^[1-9]\d{0,8}$/.test(ordinal) ? Number(ordinal) : 0;
}

function hasNone({ record }: RunRow, step: string, ordinal: string): never {
  throw new Problem(404, 'attempt_not_found', `There is no attempt "${ordinal}" of "${step}" in ${record.id}.`);
}

/** What a step that has left the plan made stays to be seen. */
export function mustHaveStep({ record, state: { steps, gone = {} } }: RunRow, id: string): string {
  const isKnown =
    record.plan.steps.some((step) => step.id === id) || Object.hasOwn(steps, id) || Object.hasOwn(gone, id);
  if (!isKnown) throw notFound('step', id);
  return id;
}
