import type { Request } from '../../model/input.ts';
import type { RunRow } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { isOver } from './open-run.ts';
import type { Asker } from './record.ts';
import { requestIdFor } from './request-id.ts';
import { startFirst } from './start-stored.ts';

export type Answer = Awaited<ReturnType<ApiContext['runs']['send']>>;

/** The engine's answer to a request, or undefined when the run has ended. A run that was never started is started first. */
export async function sendRequest(
  context: ApiContext,
  row: RunRow,
  request: Request,
  asker: Asker,
): Promise<Answer | undefined> {
  const { id } = row.record;
  if (row.state.seq === 1) await startFirst(context, row);
  try {
    return await context.runs.send(id, request, requestIdFor(context, asker, `${request.kind} ${id}`));
  } catch (error) {
    if (isOver(error)) return undefined;
    throw error;
  }
}
