import { runContained } from './contained-job.ts';
import { keepsUsAlive, leave, spawnContained } from './contained-process.ts';
import { lives } from './process-table.ts';
import type { Ending, Limits, Running } from './sandbox.ts';

/** How a sandbox runs one job: a command of the host that contains it. */
export interface Plan {
  /** For messages. Default the command. */
  readonly name?: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
  /** What is to be read from file descriptors 3, 4, …; each ends after its bytes. */
  readonly fds?: readonly Uint8Array[];
  /**
   * A folder of this job alone, removed by `cleanUp`; should our own process be killed, it is removed all the same. It may grow by the
   * limit of the disk.
   */
  readonly directory?: string;
  /** Where the command has no namespace of processes: whatever has the folder's path in its environment belongs to the job. */
  readonly markedByDirectory?: boolean;
  /**
   * The line that the command writes to its standard output before the program begins; it is shown to nobody. The limits hold from
   * then on, and an end before it is a `SandboxFault`. Without it the program begins at once.
   */
  readonly greeting?: string;
  /** What its start is compared with, to tell a late one; default the name. */
  readonly startsAs?: string;
  /**
   * Where the command's own processes are not the job's: the milliseconds of processor time that the job has used since its start,
   * undefined where nobody says. Asked at most once, while it runs.
   */
  processorTime?(): Promise<number | undefined>;
  /** False where the command itself bounds memory and processes. Default true. */
  readonly watched?: boolean;
  /** What the command itself needs beside the job's limits: bytes of memory, processes. Default nothing. */
  readonly overhead?: { readonly memory?: number; readonly processes?: number };
  /** Which ending the command's own exit codes and last words stand for; not asked when one of our own bounds ended the job. */
  interpret?(ending: Ending, stderr: string): Ending;
  /** Removes what the job leaves on the disk. Called once, when no process is left. */
  cleanUp?(): Promise<void>;
}

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
