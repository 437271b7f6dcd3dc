import type { Job, Limits, Running } from '../sandbox.ts';
import type { WarmPool } from './pool.ts';

/** A job, its limits all of them, and what ends it early. */
interface Start {
  readonly job: Job;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** Runs a job in a process that waits for one; what it takes from the pool is made up for when the job is over. Throws `SandboxFault`. */
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
  running.finished.then(pool.refill, pool.refill);
  return running;
}
