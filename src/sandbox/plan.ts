import type { Ending } from './sandbox.ts';

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
