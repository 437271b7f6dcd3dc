import type { StopMode } from '../../domain/event.ts';
import { Refused, type StopRequest } from '../../domain/input.ts';
import { isClosed } from '../../domain/run-state.ts';
import type { RunRow } from '../../domain/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { RunNotOpen } from '../run-client.ts';
import { waitUntilClosed } from '../waiting.ts';
import { carried } from './long-text.ts';
import { mustFindRun } from './lookups.ts';
import { type Asker, record } from './record.ts';
import { requestIdFor } from './request-id.ts';
import { startFirst } from './start-stored.ts';

export interface Stopping {
  readonly row: RunRow;
  readonly changed: boolean;
}

interface Stop {
  readonly reason?: string | undefined;
  readonly mode?: StopMode | undefined;
}

/** The log has an Update's events this many milliseconds after its answer, at the latest (R74). */
const LOG_LAG = 2_000;

/** Asks a run to stop. Safe to repeat: on a run that has ended nothing changes (api 3). */
export async function stopRun(context: ApiContext, id: string, stop: Stop, asker: Asker): Promise<Stopping> {
  const before = await mustFindRun(context.store, id);
  if (isClosed(before.state)) return { row: before, changed: false };
  const seq = await send(context, before, await requestOf(context, stop, asker), asker);
  if (seq === undefined) return { row: await ended(context, before), changed: false };
  await record(context.store, asker, { action: 'run.stop', subject: id, reason: stop.reason });
  await context.store.events.waitFor(id, seq, LOG_LAG);
  return { row: await mustFindRun(context.store, id), changed: !alreadyAsked(before, stop) };
}

async function requestOf(context: ApiContext, { reason, mode = 'now' }: Stop, asker: Asker): Promise<StopRequest> {
  const text = await carried(context, reason);
  return { kind: 'stop', mode, by: asker.principal, ...(text !== undefined && { reason: text }) };
}

/** The seq of the request, or undefined when the execution has ended. A run that was never started is started first. */
async function send(context: ApiContext, row: RunRow, request: StopRequest, asker: Asker): Promise<number | undefined> {
  const { id } = row.record;
  const requestId = requestIdFor(context, asker, `stop ${id}`);
  if (row.state.seq === 1) await startFirst(context, row);
  try {
    return (await context.runs.stop(id, request, requestId)).seq;
  } catch (error) {
    if (error instanceof RunNotOpen || (error instanceof Refused && error.code === 'run_not_open')) return undefined;
    throw error;
  }
}

/** The execution has ended; its last events may still be on their way to the log. */
async function ended({ store }: ApiContext, row: RunRow): Promise<RunRow> {
  return waitUntilClosed(store, await mustFindRun(store, row.record.id), LOG_LAG, () => true);
}

function alreadyAsked({ state }: RunRow, { mode = 'now' }: Stop): boolean {
  const asked = state.control.stop?.mode;
  return asked === 'now' || (asked !== undefined && asked === mode);
}
