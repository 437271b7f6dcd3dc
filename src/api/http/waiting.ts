import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import { parseWait, WAIT_PATTERN } from '../../text/duration.ts';
import { Problem } from './problem.ts';

/** A wait looks up this often whether anybody still wants the answer. */
const SLICE = 2_000;

/** `?wait=` of a query; `waitOf` reads it. */
export const Wait = z
  .string()
  .optional()
  .meta({ description: '30s or PT30S; at most a minute', pattern: WAIT_PATTERN });

/** `?wait=` in milliseconds, 0 when there is none; over a minute is clamped (R39). */
export function waitOf(wait: string | undefined): number {
  if (wait === undefined) return 0;
  const milliseconds = parseWait(wait);
  if (milliseconds === undefined) {
    throw new Problem(400, 'invalid_query', 'wait takes a duration like 30s or PT30S.', {
      errors: [{ pointer: '/wait', code: 'invalid_format', detail: 'Write a duration like 30s or PT30S.' }],
    });
  }
  return milliseconds;
}

/**
 * Whether an answer is still waited for: the caller's connection stands and the service is not closing. It asks the socket, for a
 * request whose body has been read is itself destroyed.
 */
export function whoeverWaits(app: Pick<FastifyInstance, 'addHook'>): (request: FastifyRequest) => () => boolean {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  return (request) => () => !closing && !request.raw.socket.destroyed;
}

/** The run as soon as it has ended, or as it stands after so many milliseconds or when `isWanted` says no. */
export function waitUntilClosed(
  store: Store,
  run: RunRow,
  milliseconds: number,
  isWanted: () => boolean,
): Promise<RunRow> {
  return waitUntil(store, run, milliseconds, isWanted, ({ state }) => isClosed(state));
}

/** The run as soon as it is so, or as it stands after so many milliseconds or when `isWanted` says no. */
export async function waitUntil(
  store: Store,
  run: RunRow,
  milliseconds: number,
  isWanted: () => boolean,
  isSo: (row: RunRow) => boolean,
): Promise<RunRow> {
  const deadline = performance.now() + milliseconds;
  let row = run;
  for (let left = milliseconds; left > 0 && !isSo(row) && isWanted(); left = deadline - performance.now()) {
    await store.events.waitFor(row.record.id, row.state.seq + 1, Math.min(left, SLICE));
    row = (await store.runs.find(row.record.id)) ?? row;
  }
  return row;
}
