import path from 'node:path';
import { prepareContained, startContained } from '../contained.ts';
import { type Job, type Limits, type Preload, type Running, SandboxFault } from '../sandbox.ts';
import { delivery, filesToCome, READY } from '../warm/delivery.ts';
import type { WarmProcess } from '../warm/stock.ts';
import { workspace, writeFiles } from '../workspace.ts';
import { GREETING, type Host, hostPlan } from './command.ts';

const MEGABYTE = 1024 * 1024;

/** What Deno itself takes, in bytes: about 60 MB when it has loaded the modules of Node. */
const OVERHEAD = 96 * MEGABYTE;

/** Where a job's files are, in its folder. */
const WORK = 'work';

/** Starts a program of TypeScript or JavaScript. It may read its workspace, and that is all. Throws `SandboxFault`. */
export function startTypescript(deno: string, job: Job, limits: Limits, signal: AbortSignal): Running {
  const argv = checkedArgv(job);
  const made = workspace(job.files, WORK);
  const work = path.join(made.directory, WORK);
  const env = job.env ?? {};
  const host = hostOf(deno, work, limits.memory, [JSON.stringify(env), ...argv], Object.keys(env));
  return startContained({ ...hostPlan(host, made), cwd: work, overhead: { memory: OVERHEAD } }, limits, signal);
}

/** Starts a Deno that has our own part of a job loaded and waits for the rest; `memory` in bytes is what the program may have. */
export function prepareTypescript(deno: string, { files, imports }: Preload, memory: number): WarmProcess {
  const made = workspace(files, WORK);
  const work = path.join(made.directory, WORK);
  const host = hostOf(deno, work, memory, ['{}', '', READY, ...imports], []);
  const plan = {
    ...hostPlan(host, made),
    greeting: `${READY}\n${GREETING}`,
    // One that loads much takes long to start, and is not late for that.
    startsAs: `deno typescript ${imports.join(' ')}`,
    cwd: work,
    overhead: { memory: OVERHEAD },
  };
  return {
    prepared: prepareContained(plan),
    deliver(job) {
      const argv = checkedArgv(job);
      writeFiles(work, Object.entries(filesToCome(job)));
      return delivery(argv);
    },
  };
}

function checkedArgv({ argv, files }: Job): Job['argv'] {
  const [file] = argv;
  if (file !== undefined && file in files) return argv;
  throw new SandboxFault(`A TypeScript job must name one of its own files to run, not ${JSON.stringify(file)}.`);
}

function hostOf(deno: string, work: string, memory: number, args: readonly string[], env: readonly string[]): Host {
  return {
    deno,
    script: 'typescript-host.mjs',
    args: [GREETING, work, ...args],
    reads: [work],
    v8: ['--disallow-code-generation-from-strings', ...heapOf(memory)],
    options: environmentOptions(env),
  };
}

/** The heap of objects, and that of WebAssembly in pages of 64 KiB; buffers are neither, and are left to the watchdog. */
function heapOf(memory: number): readonly string[] {
  return [
    `--max-old-space-size=${Math.max(16, Math.floor(memory / MEGABYTE))}`,
    `--wasm-max-mem-pages=${Math.floor(memory / 65_536)}`,
  ];
}

/** Every other variable is as if it were not set. */
function environmentOptions(names: readonly string[]): readonly string[] {
  return ['--ignore-env', ...(names.length > 0 ? [`--allow-env=${names.join(',')}`] : [])];
}
