import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isEnding, type RunStatus } from '../../model/events/run.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunHead } from '../../ports/store/events.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { parseWait, WAIT_PATTERN } from '../../text/duration.ts';
import { Problem } from './problem.ts';
import { isKeepable } from './readable.ts';

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

/** Aborted as soon as nobody waits for the answer of this request any more: its connection has gone, or the service closes. */
export function whoeverWaits(
  app: Pick<FastifyInstance, 'addHook'>,
): (request: FastifyRequest, reply: FastifyReply) => AbortSignal {
  const waiting = new Set<AbortController>();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    for (const controller of waiting) controller.abort();
  });
  return ({ raw: { socket } }, { raw: response }) => {
    const controller = new AbortController();
    waiting.add(controller);
    response.once('close', () => {
      waiting.delete(controller);
      controller.abort();
    });
    // A request whose body has been read is itself destroyed, so it is the socket that tells.
    if (closing || socket.destroyed) controller.abort();
    return controller.signal;
  };
}

/** What a run is waited to be. */
export interface Awaited {
  /** Whether a run of this status may be so: where it may not, a change is not looked at. */
  readonly mayBe?: (status: RunStatus) => boolean;
  readonly isSo: (row: RunRow) => boolean;
}

export const CLOSED = { mayBe: isEnding, isSo: ({ state }: RunRow) => isClosed(state) } satisfies Awaited;

/** Resolves when a run has ended, there is none, so many milliseconds are over, or nobody waits any more. It reads one line of it. */
export async function untilClosed(
  { events }: Pick<Store, 'events'>,
  id: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  if (!isKeepable(id)) return;
  await events.waitUntil(id, (head) => head === undefined || isEnding(head.status), milliseconds, signal);
}

/** The run as soon as it is so, or as it stands after so many milliseconds or when nobody waits any more. */
export async function waitUntil(
  store: Store,
  run: RunRow,
  milliseconds: number,
  { mayBe = () => true, isSo }: Awaited,
  signal?: AbortSignal,
): Promise<RunRow> {
  const deadline = performance.now() + milliseconds;
  const { id } = run.record;
  for (let row = run; ; row = (await store.runs.find(id)) ?? row) {
    const left = deadline - performance.now();
    if (left <= 0 || isSo(row) || signal?.aborted) return row;
    const { seq } = row.state;
    const hasGrown = (head?: RunHead) => head !== undefined && head.seq > seq && mayBe(head.status);
    await store.events.waitUntil(id, hasGrown, left, signal);
  }
}
