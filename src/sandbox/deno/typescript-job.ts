import path from 'node:path';
import { startContained } from '../contained.ts';
import { type Job, type Limits, type Running, SandboxFault } from '../sandbox.ts';
import { workspace } from '../workspace.ts';
import { GREETING, hostPlan } from './command.ts';

const MEGABYTE = 1024 * 1024;

/** What Deno itself takes, in bytes: about 60 MB when it has loaded the modules of Node. */
const OVERHEAD = 96 * MEGABYTE;

/** Starts a program of TypeScript or JavaScript. It may read its workspace, and that is all. */
export function startTypescript(deno: string, job: Job, limits: Limits, signal: AbortSignal): Running {
  const [file] = job.argv;
  if (file === undefined || !(file in job.files)) {
    throw new SandboxFault(`A TypeScript job must name one of its own files to run, not ${JSON.stringify(file)}.`);
  }
  const made = workspace(job.files, 'work');
  const work = path.join(made.directory, 'work');
  const env = job.env ?? {};
  const host = {
    deno,
    script: 'typescript-host.mjs',
    args: [GREETING, work, JSON.stringify(env), ...job.argv],
    reads: [work],
    v8: ['--disallow-code-generation-from-strings', ...heapOf(limits.memory)],
    options: environmentOptions(Object.keys(env)),
  } as const;
  return startContained({ ...hostPlan(host, made), cwd: work, overhead: { memory: OVERHEAD } }, limits, signal);
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
