import { DEFAULT_LIMITS, type Job, type Limits, type PoolFigures, type Preload, type Running } from '../sandbox.ts';
import { warmPool } from '../warm/pool.ts';
import { startWarm } from '../warm/start.ts';
import type { Parents } from './forking/parents.ts';
import { hostText } from './hosts.ts';
import { type Bubblewrap, HOST, launchWarm } from './launch.ts';
import type { ProvenTool } from './tools.ts';

/** What a process is started for: the kernel's bounds and the size of its disk are settled at its start. */
interface Kind {
  readonly tool: ProvenTool;
  readonly limits: Limits;
  readonly preload: Preload;
}

/** Milliseconds that what is unused waits, at 30 to 150 MB. */
export const IDLE = 60_000;

/** Interpreters that have our own part of a job loaded, each in a bubblewrap of its own, and wait for one job. */
export interface Interpreters {
  /** Runs `alone`, in a process of its own, what cannot have one that waits. Throws `SandboxFault`. */
  start(job: Job, signal: AbortSignal, alone: () => Running): Running;
  readonly figures: () => PoolFigures;
  close(): Promise<void>;
}

interface Settings {
  readonly size: number;
  readonly env: Readonly<Record<string, string>>;
  /** Of what forks for its jobs, where that is wanted and holds. */
  readonly parents: Parents | undefined;
}

export function waitingInterpreters(
  bubblewrap: Bubblewrap,
  tools: readonly ProvenTool[],
  { size, env, parents }: Settings,
): Interpreters {
  const pool = warmPool<Kind>({
    size,
    idle: IDLE,
    alike: (one, other) => one.preload === other.preload && boundsOf(one) === boundsOf(other),
    prepare: ({ tool, limits, preload: { files, imports } }) =>
      launchWarm(bubblewrap, {
        toolchain: tool.toolchain,
        program: [...tool.command, HOST],
        host: HOSTS[tool.toolchain],
        files,
        imports,
        env,
        limits,
      }),
  });
  return {
    start(job, signal, alone) {
      const tool = tools.find(({ toolchain }) => toolchain === job.toolchain);
      if (tool === undefined || job.preload === undefined || job.env !== undefined) return alone();
      const limits = { ...DEFAULT_LIMITS, ...job.limits };
      if (tool.toolchain === 'python' && parents?.serves(job.preload))
        return parents.start({ ...job, preload: job.preload }, limits, signal, alone);
      return startWarm(pool, { tool, limits, preload: job.preload }, { job, limits, signal });
    },
    figures: () => sumOf(pool.figures(), parents?.figures()),
    async close() {
      await Promise.all([pool.close(), parents?.close()]);
    },
  };
}

function sumOf(one: PoolFigures, other: PoolFigures = { warm: 0, waits: 0, cold: 0, waiting: 0 }): PoolFigures {
  return {
    warm: one.warm + other.warm,
    waits: one.waits + other.waits,
    cold: one.cold + other.cold,
    waiting: one.waiting + other.waiting,
  };
}

/** What cannot be changed any more when the job comes. */
function boundsOf({ limits: { wall, processes, disk } }: Kind): string {
  return [wall, processes, disk].join(' ');
}

const HOSTS = { python: hostText('program.py', 'host.py'), typescript: hostText('host.mjs'), command: '' };
