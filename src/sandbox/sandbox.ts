import { PROGRAM_LIMIT } from '../definitions/checks/guard-programs.ts';
import type { Level, Toolchain } from '../model/isolation.ts';

/** What a sandbox bounds by force; what is not listed is a wish. */
export const BOUNDS = ['wall', 'cpu', 'memory', 'processes', 'disk', 'output'] as const;
export type Bound = (typeof BOUNDS)[number];

interface Capabilities {
  readonly level: Level;
  readonly toolchains: readonly Toolchain[];
  readonly hard: readonly Bound[];
}

export interface Limits {
  /** Milliseconds from the job's start to its end. */
  readonly wall: number;
  /** Bytes of memory, all processes together. */
  readonly memory: number;
  readonly processes: number;
  /** Bytes that the job may write to its workspace. */
  readonly disk: number;
  /** Bytes of standard output and error, each. */
  readonly output: number;
}

export const DEFAULT_LIMITS: Limits = {
  wall: PROGRAM_LIMIT,
  memory: 512 * 1024 * 1024,
  processes: 64,
  disk: 64 * 1024 * 1024,
  output: 1024 * 1024,
};

/** One program to run, with all that it may see. It has no network, and no environment but `env`. */
export interface Job {
  readonly toolchain: Toolchain;
  /** Python and TypeScript: the file to run, then its arguments. A command: the program, then its arguments. */
  readonly argv: readonly string[];
  /** The workspace at the start, by relative path; the program begins in it. */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Limits>;
  /** Our own part of it, which a sandbox may have loaded in a process before the job is there. */
  readonly preload?: Preload;
}

/** What is loaded ahead. Nothing of it comes from what is judged. Two of them are alike when they are the same object. */
export interface Preload {
  /** Some of the job's files, as they are there. */
  readonly files: Job['files'];
  /** Imported in this order. Python: modules, from the workspace or installed. TypeScript: some of the files. */
  readonly imports: readonly string[];
  /** Imported after these, in a process that is forked for many jobs: it does once what all of them will. */
  readonly practice?: readonly string[];
}

/** What became of the jobs of a sandbox that keeps processes ready for them. */
export interface PoolFigures {
  /** Jobs that found a process ready, that found one which was still starting, and that had to start one. */
  readonly warm: number;
  readonly waits: number;
  readonly cold: number;
  /** Processes that are ready now. */
  readonly waiting: number;
}

/** How a job ended. What the sandbox itself did wrong is none of these: it is a `SandboxFault`. */
export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | {
      readonly kind: 'signalled';
      readonly signal: string;
      /** It came from a process of the job itself: neither from anybody outside nor from the kernel, for want of memory. */
      readonly inside?: true;
    }
  | { readonly kind: 'exceeded'; readonly bound: Bound };

export interface Finished {
  readonly ending: Ending;
  /** What was not taken from `lines`; cut at the limit of output. */
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds. */
  readonly wall: number;
  /** Bytes, as far as it was looked at. */
  readonly peakMemory?: number;
  /** Of a job that did not end by itself. */
  readonly pace?: Pace;
}

/** What a job and its machine did, measured from the job's start to its limit, or to where it was killed (R110). */
export interface Pace {
  /** The job's limit by the clock, in milliseconds. */
  readonly wall: number;
  /** Milliseconds of processor time, all processes together; left out where it cannot be read. */
  readonly processor?: number;
  /**
   * Milliseconds by which the machine was late: the most of what the start of the sandbox, a beat beside the program, and a processor for
   * a program that was ready to run came later than usual.
   */
  readonly late: number;
}

/** A job under way. */
export interface Running {
  /** Writes one line to the program's standard input. After the end it does nothing. */
  send(line: string): void;
  /** Closes the program's standard input. */
  finishInput(): void;
  /** The lines of standard output as they come, until it ends. Taken at most once; without it they gather in `stdout`. */
  lines(): AsyncIterable<string>;
  /** Kills every process of the job. Safe to call at any time. */
  kill(): void;
  /**
   * Resolves when no process of the job is left and nothing of it is left on the disk. Rejects with a `SandboxFault` when the sandbox
   * itself broke, and with the signal's reason when it was aborted.
   */
  readonly finished: Promise<Finished>;
}

/**
 * A place where foreign programs run. Contract: a program sees its files, its environment and its toolchain, and nothing else of the
 * host; it has no network; what `capabilities.hard` names is bounded by force; when the job ends, is killed or is aborted, all its
 * processes and files are gone, also when our own process is killed. Nothing is retried here.
 */
export interface Sandbox {
  /** Such as `deno` or `bwrap`. */
  readonly name: string;
  /** What runs the programs, with its version, for verdicts: `deno 2.9.6`. */
  readonly version: string;
  readonly capabilities: Capabilities;
  /** The folder where what is made once for this version is kept for later processes; undefined: nowhere. */
  readonly keptIn?: string | undefined;
  /** Throws `SandboxFault` for a job that it cannot run at all. */
  start(job: Job, signal: AbortSignal): Running;
  /** Undefined where no process is kept ready. */
  readonly pool?: () => PoolFigures;
  /** Kills what still runs and frees what is kept warm. */
  close(): Promise<void>;
}

/** The sandbox itself is missing or broken: infrastructure, never a verdict. */
export class SandboxFault extends Error {
  override readonly name = 'SandboxFault';
}

/** Runs a job to its end, with `input` as its standard input. */
export async function runJob(sandbox: Sandbox, job: Job, signal: AbortSignal, input = ''): Promise<Finished> {
  const running = sandbox.start(job, signal);
  if (input !== '') running.send(input);
  running.finishInput();
  return running.finished;
}
