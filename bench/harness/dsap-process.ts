import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { HERE } from './here.ts';
import { binariesOf } from './service.ts';

/** A `dsap <command>` in a process of its own. */
export interface DsapProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything it printed so far. */
  readonly output: () => string;
  readonly closed: Promise<unknown>;
  /** Ends it in good order. */
  readonly stop: () => Promise<void>;
}

export interface DsapOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** MiB. */
  readonly heap?: number | undefined;
  /** The checkout whose code runs; ours when left out. */
  readonly root?: string | undefined;
}

/** Starts one that ends when we do, however that is (R99): it watches its parent as under npm. */
export function startDsap(
  command: 'dev' | 'api' | 'worker',
  { cwd, env, heap, root = HERE }: DsapOptions,
): DsapProcess {
  const options = heap ? [`--max-old-space-size=${heap}`] : [];
  const child = spawn(process.execPath, [...options, path.join(root, 'src/cli/main.ts'), command], {
    cwd,
    env: { ...binariesOf(process.env), npm_lifecycle_event: 'bench', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const stop = async () => {
    child.kill();
    await closed;
  };
  return { child, output: () => output, closed, stop };
}
