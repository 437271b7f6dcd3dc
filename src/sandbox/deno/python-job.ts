import { prepareContained } from '../contained.ts';
import { type Job, SandboxFault } from '../sandbox.ts';
import { delivery, READY } from '../warm/delivery.ts';
import type { WarmProcess } from '../warm/stock.ts';
import { jobDirectory } from '../workspace.ts';
import { workspaceFiles } from '../workspace-files.ts';
import { GREETING, hostPlan } from './command.ts';

export interface PythonSettings {
  readonly deno: string;
  /** Folder of Pyodide. */
  readonly pyodide: string;
  /** Undefined makes every start a slow one. */
  readonly snapshot: string | undefined;
}

/** What Deno and Pyodide take before the program begins, in bytes: about 180 MB, of which 30 MB are Python's own memory. */
const OVERHEAD = 256 * 1024 * 1024;

const PAGE = 65_536;
/** Python does not load into less. */
const FEWEST_PAGES = 1024;

/**
 * Programs of guards end before what V8's optimizing compiler makes of Python's interpreter has paid for itself: without it a start takes a
 * fifth less of a processor, and a program of a second a third less (docs/decisions/2026-11-23-cheaper-python.md).
 */
const COMPILED_ONCE = '--liftoff-only';

/** Starts a Python that is loaded and waits for its job; `memory` in bytes is what the program may have. */
export function preparePython({ deno, pyodide, snapshot }: PythonSettings, memory: number): WarmProcess {
  const pages = Math.max(FEWEST_PAGES, Math.floor(memory / PAGE));
  const host = {
    deno,
    script: 'python-host.mjs',
    args: ['serve', pyodide, snapshot ?? '', READY, GREETING],
    reads: [pyodide, ...(snapshot === undefined ? [] : [snapshot])],
    v8: ['--disallow-code-generation-from-strings', `--wasm-max-mem-pages=${pages}`, COMPILED_ONCE],
  } as const;
  const plan = { ...hostPlan(host, jobDirectory()), greeting: `${READY}\n${GREETING}`, overhead: { memory: OVERHEAD } };
  return { prepared: prepareContained(plan), deliver: pythonDelivery };
}

/** What a prepared Python waits for. Throws `SandboxFault` for a job that cannot be. */
function pythonDelivery({ files, argv, env = {} }: Job): string {
  const [file] = argv;
  if (file === undefined || !(file in files)) {
    throw new SandboxFault(`A Python job must name one of its own files to run, not ${JSON.stringify(file)}.`);
  }
  return delivery({ files: Object.fromEntries(workspaceFiles(files)), argv, env });
}
