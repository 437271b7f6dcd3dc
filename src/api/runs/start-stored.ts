import { evolve } from '../../engine.ts';
import type { Event } from '../../model/event.ts';
import { INITIAL } from '../../model/run-state.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { EngineUnavailable, type Execution } from '../run-client.ts';

type Deps = Pick<ApiContext, 'store' | 'runs'>;

/** Starts the execution of a stored run; false when the server does not answer: then the sweep will. */
export async function startStored({ runs }: Pick<Deps, 'runs'>, run: RunRecord, created: Event): Promise<boolean> {
  try {
    await runs.start(executionOf({ record: run, state: evolve(INITIAL, created) }));
    return true;
  } catch (error) {
    if (error instanceof EngineUnavailable) return false;
    throw error;
  }
}

/** What an execution of a run as it stands starts with. */
export function executionOf({ record, state }: Pick<RunRow, 'record' | 'state'>): Execution {
  const { definition, plan, tags } = record;
  return { plan, state, summary: `${definition.name} v${definition.version}, ${plan.steps.length} steps`, tags };
}

/** A run that a crash left unstarted, before a person's request is sent to it. */
export async function startFirst(deps: Deps, { record }: RunRow): Promise<void> {
  const [created] = await deps.store.events.read(record.id, 0, 1);
  if (created) await startStored(deps, record, created);
}

/**
 * Starts what a crash left stored but not started (R74); answers how many. To be called every few seconds. Ends early when the
 * server does not answer: the next call goes on.
 */
export async function startUnstarted(deps: Deps, olderThan = 5_000): Promise<number> {
  let started = 0;
  for (const { record, created } of await deps.store.runs.unstarted(olderThan)) {
    if (!(await startStored(deps, record, created))) break;
    started += 1;
  }
  return started;
}
