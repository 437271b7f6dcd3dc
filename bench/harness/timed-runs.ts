import type { Client } from '@temporalio/client';

/** When an execution began and ended, in milliseconds since the epoch, by the Temporal server's clock. */
export interface Timed {
  readonly id: string;
  readonly began: number;
  readonly ended: number;
}

/**
 * Follows one run to its end, ours and the bare one alike. The server's times leave out what the caller takes; what a run that
 * continues as new took before is in, because the beginning is asked for at the beginning.
 */
export async function timed(client: Client, start: () => Promise<string>): Promise<Timed> {
  const id = await start();
  const handle = client.workflow.getHandle(id);
  const { startTime } = await handle.describe();
  const outcome: unknown = await endingBy(LIMIT, id, handle.result());
  const { closeTime } = await handle.describe();
  if (closeTime === undefined) throw new Error(`${id} has ended and has no end.`);
  mustBeCompleted(id, outcome);
  return { id, began: startTime.getTime(), ended: closeTime.getTime() };
}

/** Milliseconds in which any run of ours should end; one that parks never does. */
const LIMIT = 900_000;

async function endingBy(limit: number, id: string, result: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${id} did not end in ${limit / 60_000} minutes.`)), limit);
  return Promise.race([result, late.promise]).finally(() => clearTimeout(timer));
}

/** From the first beginning to the last end. */
export function spanOf(runs: readonly Timed[]): number {
  return Math.max(...runs.map(({ ended }) => ended)) - Math.min(...runs.map(({ began }) => began));
}

function mustBeCompleted(id: string, outcome: unknown): void {
  const { status } = { status: undefined, ...Object(outcome) };
  if (status !== 'completed') throw new Error(`${id} ended as ${String(status)}; only completed runs are compared.`);
}
