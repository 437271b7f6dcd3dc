import type { Job, Limits, Running } from '../sandbox.ts';
import type { WarmPool } from './pool.ts';

/** A job, its limits all of them, and what ends it early. */
interface Start {
  readonly job: Job;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** Milliseconds after a job in which its guard may come to its verdict, or to its next job, before the next processes are started. */
export const REST = 50;

/**
 * Runs a job in a process that waits for one; what it takes from the pool is made up for soon after the job is over. Throws
 * `SandboxFault`.
 */
export function startWarm<Kind>(pool: WarmPool<Kind>, kind: Kind, { job, limits, signal }: Start): Running {
  const taken = pool.take(kind);
  let line: string;
  try {
    line = taken.deliver(job);
  } catch (error) {
    pool.drop(taken);
    throw error;
  }
  const running = taken.prepared.begin(limits, signal);
  running.send(line);
  const makeUp = (): void => {
    setTimeout(pool.refill, REST).unref();
  };
  running.finished.then(makeUp, makeUp);
  return running;
}
