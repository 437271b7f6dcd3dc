import { Refused } from '../../model/input.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isCurrent } from '../http/etag.ts';
import { Problem } from '../http/problem.ts';
import { RunNotOpen } from '../run-client.ts';

/** The log has an Update's events this many milliseconds after its answer, at the latest (R74). */
export const LOG_LAG = 2_000;

/** Throws 412 when `If-Match` names a state of the run that has passed, 428 when it is missing where it must not be. */
export function mustBeCurrent({ settings }: ApiContext, { state }: RunRow, ifMatch: string | undefined): void {
  const etag = etagOf(state.seq);
  if (settings.requireIfMatch && ifMatch === undefined) {
    const detail = `Say which state of the run you mean: send its ETag, now ${etag}, as If-Match.`;
    throw new Problem(428, 'precondition_required', detail);
  }
  if (!isCurrent(ifMatch, etag)) throw new Problem(412, 'stale', `The run has moved on; its ETag is ${etag}.`);
}

/** What is asked of a run that has ended. */
export function runNotOpen({ record, state }: RunRow): Problem {
  const { status } = state.life;
  const next = status === 'stopped' ? '; resume it first' : '';
  return new Problem(409, 'run_not_open', `The run is ${status}${next}.`, { facts: { runId: record.id } });
}

/** Whether the engine refused because the run has ended, or ended meanwhile. */
export function isOver(error: unknown): boolean {
  return error instanceof RunNotOpen || (error instanceof Refused && error.code === 'run_not_open');
}
