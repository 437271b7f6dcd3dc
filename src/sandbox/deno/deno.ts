import { openJobs } from '../open-jobs.ts';
import { DEFAULT_LIMITS, type Job, type Limits, type Running, type Sandbox, SandboxFault } from '../sandbox.ts';
import { sweepJobDirectories } from '../workspace.ts';
import { installedDeno, installedPyodide } from './installed.ts';
import { preparePython, pythonJobLine } from './python-job.ts';
import { ensureSnapshot, type SnapshotSettings } from './snapshot.ts';
import { startTypescript } from './typescript-job.ts';
import { type WarmPool, warmPool } from './warm-pool.ts';

export interface DenoSettings {
  /** Where the snapshot of Python is kept; made if need be. */
  readonly cacheDirectory: string;
  readonly log: (line: string) => void;
  /** How many Pythons wait for a job after the first. Default 2. */
  readonly warm?: number;
}

/** Milliseconds that an unused Python waits, at 150 MB. */
const IDLE = 60_000;

/**
 * Deno as a jail: TypeScript itself, and Python as Pyodide inside it. A program has no permission but to read its own files. Undefined
 * where Deno is not installed.
 */
export async function createDeno({ cacheDirectory, log, warm = 2 }: DenoSettings): Promise<Sandbox | undefined> {
  const deno = await installedDeno();
  if (!deno) return undefined;
  sweepJobDirectories();
  const pyodide = installedPyodide();
  const python = pyodide && (await pythonPool({ deno, pyodide, cacheDirectory }, warm, log));
  const jobs = openJobs('deno');
  return {
    name: 'deno',
    version: [`deno ${deno.version}`, ...(pyodide ? [`pyodide ${pyodide.version}`] : [])].join(', '),
    capabilities: {
      level: 'jail',
      toolchains: python ? ['python', 'typescript'] : ['typescript'],
      hard: ['wall', 'memory', 'processes', 'disk', 'output'],
    },
    start(job, signal) {
      const limits = { ...DEFAULT_LIMITS, ...job.limits };
      return jobs.run(signal, (either) => {
        if (job.toolchain === 'typescript') return startTypescript(deno.path, job, limits, either);
        if (job.toolchain === 'python' && python) return startPython(python, job, limits, either);
        throw new SandboxFault(`The sandbox deno does not run jobs of the toolchain ${job.toolchain}.`);
      });
    },
    async close() {
      await Promise.all([jobs.close(), python?.close()]);
    },
  };
}

async function pythonPool(settings: SnapshotSettings, size: number, log: DenoSettings['log']): Promise<WarmPool> {
  const { deno, pyodide } = settings;
  const snapshot = await ensureSnapshot(settings).catch((error: unknown) => {
    log(`Python starts slowly, as no snapshot could be kept in ${settings.cacheDirectory}: ${String(error)}`);
    return undefined;
  });
  const python = { deno: deno.path, pyodide: pyodide.path, snapshot };
  return warmPool({ size, idle: IDLE, prepare: (memory) => preparePython(python, memory) });
}

function startPython(pool: WarmPool, job: Job, limits: Limits, signal: AbortSignal): Running {
  const line = pythonJobLine(job);
  const running = pool.take(limits.memory).begin(limits, signal);
  running.send(line);
  const refill = (): void => pool.refill(limits.memory);
  running.finished.then(refill, refill);
  return running;
}
