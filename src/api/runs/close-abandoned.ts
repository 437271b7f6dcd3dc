import { close, draft } from '../../engine.ts';
import type { RunFailure } from '../../model/events/run.ts';
import { isClosed } from '../../model/run-state.ts';
import { LOG_FORKED, UNKNOWN_SCHEMA } from '../../ports/calls.ts';
import { LogFork } from '../../ports/store/errors.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';

type Deps = Pick<ApiContext, 'store' | 'runs' | 'now'>;

/** A terminated execution is looked at for as long as a service may well have been away. */
const DAY = 24 * 60 * 60 * 1_000;

/**
 * Writes the end of runs whose execution is over although their log is not, because someone terminated them in Temporal or the
 * execution failed (R74); answers how many. To be called every few seconds.
 */
export async function closeAbandoned({ store, runs, now }: Deps): Promise<number> {
  let closed = 0;
  for (const { runId, status } of await runs.abandoned(now() - DAY)) {
    const row = await store.runs.find(runId);
    // One that was stopped and resumed has a newer execution, which writes the end itself.
    if (!row || isClosed(row.state) || (await runs.isOpen(runId))) continue;
    const next = draft(row.record.plan, row.state, now());
    close(next, status, status === 'failed' ? causeOf(await runs.failureOf(runId)) : undefined);
    if (await appended(store.events.append(runId, next.events))) closed += 1;
  }
  return closed;
}

/** Milliseconds within which what an execution had under way may still reach the log. */
const LAG = 2_000;

/** The same at once of an execution that was ended here; what it cannot write is left to the next look. Answers the newest seq. */
export async function closeKilled(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { record: { id }, state: { seq } }: RunRow,
  why: { readonly reason: string; readonly by: string },
): Promise<number> {
  await store.events.waitFor(id, seq + 1, LAG);
  const row = await store.runs.find(id);
  if (!row || isClosed(row.state)) return row?.state.seq ?? seq;
  const next = draft(row.record.plan, row.state, now());
  close(next, 'terminated', undefined, why);
  await appended(store.events.append(id, next.events));
  return next.state.seq;
}

/** An execution fails for no other reason (R58). */
const CAUSES: Readonly<Record<string, RunFailure>> = {
  [LOG_FORKED]: {
    code: 'log_forked',
    detail: 'The execution met other events in its log; start the run again.',
  },
  [UNKNOWN_SCHEMA]: {
    code: 'unknown_schema',
    detail:
      'The execution was handed a plan or a state that its worker does not know; see the versions of the workers.',
  },
};

function causeOf(failureType = ''): RunFailure {
  return (
    CAUSES[failureType] ?? { code: 'execution_failed', detail: `The execution failed: ${failureType || 'no type'}.` }
  );
}

/** False when something else was stored meanwhile; the next call looks again. */
async function appended(storing: Promise<void>): Promise<boolean> {
  try {
    await storing;
    return true;
  } catch (error) {
    if (error instanceof LogFork) return false;
    throw error;
  }
}
