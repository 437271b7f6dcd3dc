import { runContained } from './contained-job.ts';
import { keepsUsAlive, leave, spawnContained } from './contained-process.ts';
import type { Plan } from './plan.ts';
import { lives } from './process-table.ts';
import type { Limits, Running } from './sandbox.ts';
import { hurry, yieldToOthers } from './warm/priority.ts';

/** A command that was started before its job is known. It does not keep our own process alive. */
export interface Prepared {
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves when it has said its first word, or has ended. */
  readonly ready: Promise<void>;
  isReady(): boolean;
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
  const { child, tree } = contained;
  keepsUsAlive(contained, false);
  if (child?.pid !== undefined) yieldToOthers(child.pid);
  const ended = contained.exit.then(() => {});
  let isReady = false;
  // It stays in the stream, for whoever reads the job's output.
  const spoken = new Promise<void>((resolve) => {
    child?.stdout?.once('readable', () => {
      isReady = true;
      resolve();
    });
  });
  const hurryAll = async (): Promise<void> => {
    const rows = (await tree?.look().catch(() => [])) ?? [];
    hurry(rows.map(({ pid }) => pid));
  };
  return {
    ended,
    ready: Promise.race([spoken, ended]),
    isReady: () => isReady,
    isAlive: () => child?.pid !== undefined && lives(child.pid),
    begin(limits, signal) {
      keepsUsAlive(contained, true);
      void hurryAll();
      return runContained(contained, limits, signal);
    },
    async discard() {
      keepsUsAlive(contained, true);
      // Who stands back also ends late.
      await hurryAll();
      await tree?.end();
      await contained.exit;
      await leave(contained);
    },
  };
}
