import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plan } from '../plan.ts';
import { type Ending, SandboxFault } from '../sandbox.ts';
import type { JobDirectory } from '../workspace.ts';

/** One of our programs that run inside Deno and become the job's program. */
export interface Host {
  readonly deno: string;
  readonly script: 'python-host.mjs' | 'typescript-host.mjs';
  readonly args: readonly string[];
  /** Paths that it may read; everything else is out of its reach. */
  readonly reads: readonly string[];
  readonly v8: readonly string[];
  /** Deno's options beside those of every job. */
  readonly options?: readonly string[];
}

export const GREETING = 'the program begins';

export function hostFile(script: Host['script']): string {
  return fileURLToPath(new URL(script, import.meta.url));
}

/** Nothing is asked for, nothing is fetched, nothing is configured from outside, and strings are not code. */
const OPTIONS = [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-remote',
  '--no-npm',
  '--no-config',
  '--no-lock',
  '--no-check',
  '--no-code-cache',
  '--cached-only',
];

/** The arguments of Deno. */
export function denoArguments({ reads, v8, options = [], script, args }: Omit<Host, 'deno'>): readonly string[] {
  const paths = reads.map((file) => file.replaceAll(',', ',,')).join(',');
  const flags = v8.length > 0 ? [`--v8-flags=${v8.join(',')}`] : [];
  return [...OPTIONS, `--allow-read=${paths}`, ...flags, ...options, hostFile(script), ...args];
}

/** Bytes of one file: what Deno keeps for itself takes far less. */
const FILE_LIMIT = 32 * 1024 * 1024;

/** Deno needs no file of more; the shell is gone when Deno begins. */
const BOUNDED = `ulimit -c 0; ulimit -f ${FILE_LIMIT / 512}; exec "$@"`;

/** Throws `SandboxFault` when its folder cannot be written. */
export function hostPlan(host: Host, { directory, remove }: JobDirectory): Plan {
  return {
    name: 'deno',
    command: '/bin/sh',
    args: ['-c', BOUNDED, 'deno', host.deno, ...denoArguments(host)],
    env: denoEnvironment(directory),
    cwd: directory,
    directory,
    greeting: GREETING,
    startsAs: `deno ${host.script}`,
    interpret: outOfMemory,
    cleanUp: remove,
  };
}

/** The whole environment of a Deno that keeps its own files in a folder of the directory. Throws `SandboxFault`. */
export function denoEnvironment(directory: string): Record<string, string> {
  return {
    DENO_DIR: denoDirectory(directory),
    DENO_NO_UPDATE_CHECK: '1',
    // Programs could otherwise reach the graphics driver.
    DENO_WEBGPU_BACKEND: 'none',
    NO_COLOR: '1',
  };
}

/**
 * Deno's own files, for this job alone: what it derives from a program it writes there. Web storage needs no permission and would be
 * kept beside it, so a file stands where its folder would be.
 */
function denoDirectory(directory: string): string {
  const own = path.join(directory, 'deno');
  try {
    mkdirSync(own);
    writeFileSync(path.join(own, 'location_data'), '');
  } catch (cause) {
    throw new SandboxFault(`the folder ${own} cannot be written: ${String(cause)}`, { cause });
  }
  return own;
}

const FATAL = /^# Fatal JavaScript (?:out of memory|invalid size)|^# Fatal process out of memory/m;

/** V8 aborts where its heap ends, in its own words. */
function outOfMemory(ending: Ending, stderr: string): Ending {
  if (ending.kind !== 'signalled') return ending;
  if (ending.signal === 'SIGXFSZ') return { kind: 'exceeded', bound: 'disk' };
  return FATAL.test(stderr) ? { kind: 'exceeded', bound: 'memory' } : ending;
}
