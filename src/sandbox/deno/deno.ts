import { openJobs } from '../open-jobs.ts';
import { DEFAULT_LIMITS, type Preload, type Sandbox, SandboxFault } from '../sandbox.ts';
import { warmPool } from '../warm/pool.ts';
import { startWarm } from '../warm/start.ts';
import { sweepJobDirectories } from '../workspace.ts';
import { type Installed, installedDeno, installedPyodide } from './installed.ts';
import { preparePython } from './python-job.ts';
import { ensureSnapshot } from './snapshot.ts';
import { prepareTypescript, startTypescript } from './typescript-job.ts';

export interface DenoSettings {
  /** Where the snapshot of Python is kept; made if need be. */
  readonly cacheDirectory: string;
  readonly log: (line: string) => void;
  /** How many processes wait for a job of theirs, at most. Default none. */
  readonly pool?: number;
}

/** Milliseconds that what is unused waits, at 60 to 150 MB. */
const IDLE = 60_000;

/** What a process is started for: the programs of a language that share our own part of them. */
interface Kind {
  readonly toolchain: 'python' | 'typescript';
  /** In bytes. */
  readonly memory: number;
  readonly preload: Preload;
}

/** Of a Python that takes any program. */
const NOTHING: Preload = { files: {}, imports: [] };

/**
 * Deno as a jail: TypeScript itself, and Python as Pyodide inside it. A program has no permission but to read its own files. Undefined
 * where Deno is not installed.
 */
export async function createDeno(settings: DenoSettings): Promise<Sandbox | undefined> {
  const deno = await installedDeno();
  if (!deno) return undefined;
  sweepJobDirectories();
  const pyodide = installedPyodide();
  const python = pyodide && {
    deno: deno.path,
    pyodide: pyodide.path,
    snapshot: await snapshotOf(settings, deno, pyodide),
  };
  const pool = warmPool<Kind>({
    size: settings.pool ?? 0,
    idle: IDLE,
    alike: (one, other) =>
      one.toolchain === other.toolchain && one.memory === other.memory && one.preload === other.preload,
    prepare({ toolchain, memory, preload }) {
      if (toolchain === 'typescript') return prepareTypescript(deno.path, preload, memory);
      if (python) return preparePython(python, preload, memory);
      throw new SandboxFault('Pyodide is not installed.');
    },
  });
  const jobs = openJobs('deno');
  return {
    name: 'deno',
    version: [`deno ${deno.version}`, ...(pyodide ? [`pyodide ${pyodide.version}`] : [])].join(', '),
    capabilities: {
      level: 'jail',
      toolchains: python ? ['python', 'typescript'] : ['typescript'],
      hard: ['wall', 'memory', 'processes', 'disk', 'output'],
    },
    keptIn: settings.cacheDirectory,
    start(job, outer) {
      const { toolchain, preload, env } = job;
      const limits = { ...DEFAULT_LIMITS, ...job.limits };
      const { memory } = limits;
      return jobs.run(outer, (signal) => {
        if (toolchain === 'python' && python)
          return startWarm(pool, { toolchain, memory, preload: preload ?? NOTHING }, { job, limits, signal });
        if (toolchain !== 'typescript')
          throw new SandboxFault(`The sandbox deno does not run jobs of the toolchain ${toolchain}.`);
        // The variables that it may read have to be named as it starts.
        if (!preload || env) return startTypescript(deno.path, job, limits, signal);
        return startWarm(pool, { toolchain, memory, preload }, { job, limits, signal });
      });
    },
    pool: () => pool.figures(),
    async close() {
      await Promise.all([jobs.close(), pool.close()]);
    },
  };
}

async function snapshotOf(
  { cacheDirectory, log }: DenoSettings,
  deno: Installed,
  pyodide: Installed,
): Promise<string | undefined> {
  return ensureSnapshot({ deno, pyodide, cacheDirectory }).catch((error: unknown) => {
    log(`Python starts slowly, as no snapshot could be kept in ${cacheDirectory}: ${String(error)}`);
    return undefined;
  });
}
