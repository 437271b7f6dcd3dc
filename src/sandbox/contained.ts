import { runContained } from './contained-job.ts';
import { keepsUsAlive, leave, spawnContained } from './contained-process.ts';
import type { Plan } from './plan.ts';
import { lives } from './process-table.ts';
import type { Limits, Running } from './sandbox.ts';

/** A command that was started before its job is known. It does not keep our own process alive. */
export interface Prepared {
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** False as soon as it has ended. */
  isAlive(): boolean;
  /** Hands it a job. Once. */
  begin(limits: Limits, signal: AbortSignal): Running;
  /** Ends it without a job; resolves when nothing is left of it. */
  discard(): Promise<void>;
}

/** Runs a plan as the port wants it: bounded, ended as a whole, with nothing left, not even when our own process is killed. */
export function startContained(plan: Plan, limits: Limits, signal: AbortSignal): Running {
  return runContained(spawnContained(plan), limits, signal);
}

export function prepareContained(plan: Plan): Prepared {
  const contained = spawnContained(plan);
  keepsUsAlive(contained, false);
  return {
    ended: contained.exit.then(() => {}),
    isAlive: () => contained.child?.pid !== undefined && lives(contained.child.pid),
    begin(limits, signal) {
      keepsUsAlive(contained, true);
      return runContained(contained, limits, signal);
    },
    async discard() {
      keepsUsAlive(contained, true);
      await contained.tree?.end();
      await contained.exit;
      await leave(contained);
    },
  };
}
