import path from 'node:path';
import { prepareContained } from '../contained.ts';
import { type Job, type Preload, SandboxFault } from '../sandbox.ts';
import { delivery, filesToCome, READY } from '../warm/delivery.ts';
import type { WarmProcess } from '../warm/stock.ts';
import { workspace } from '../workspace.ts';
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

/** The file with what is loaded ahead. */
const PRELOAD = 'preload.json';

const PAGE = 65_536;
/** Python does not load into less. */
const FEWEST_PAGES = 1024;

/**
 * Programs of guards end before what V8's optimizing compiler makes of Python's interpreter has paid for itself: without it a start takes a
 * fifth less of a processor, and a program of a second a third less (docs/decisions/2026-11-23-cheaper-python.md).
 */
const COMPILED_ONCE = '--liftoff-only';

/** V8's own threads would compile and clear away what a process of a second never needs: a start takes a tenth less without. */
const ONE_THREAD = '--single-threaded';

/** Starts a Python that has our own part of a job loaded and waits for the rest; `memory` in bytes is what the program may have. */
export function preparePython(
  { deno, pyodide, snapshot }: PythonSettings,
  preload: Preload,
  memory: number,
): WarmProcess {
  const pages = Math.max(FEWEST_PAGES, Math.floor(memory / PAGE));
  const made = workspace({ [PRELOAD]: JSON.stringify(preload) });
  const preloaded = path.join(made.directory, PRELOAD);
  const host = {
    deno,
    script: 'python-host.mjs',
    args: ['serve', pyodide, snapshot ?? '', READY, GREETING, preloaded],
    reads: [pyodide, preloaded, ...(snapshot === undefined ? [] : [snapshot])],
    v8: ['--disallow-code-generation-from-strings', `--wasm-max-mem-pages=${pages}`, COMPILED_ONCE, ONE_THREAD],
  } as const;
  const plan = {
    ...hostPlan(host, made),
    greeting: `${READY}\n${GREETING}`,
    startsAs: `deno python ${preload.imports.join(' ')}`,
    overhead: { memory: OVERHEAD },
  };
  return { prepared: prepareContained(plan), deliver: pythonDelivery };
}

/** What a prepared Python waits for. Throws `SandboxFault` for a job that cannot be. */
function pythonDelivery(job: Job): string {
  const { files, argv, env = {} } = job;
  const [file] = argv;
  if (file === undefined || !(file in files)) {
    throw new SandboxFault(`A Python job must name one of its own files to run, not ${JSON.stringify(file)}.`);
  }
  return delivery({ files: filesToCome(job), argv, env });
}
