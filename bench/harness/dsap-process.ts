import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
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

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Starts one that ends when we do, however that is (R99): it watches its parent as under npm. `heap` in MiB. */
export function startDsap(
  command: 'dev' | 'worker',
  { cwd, env, heap }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly heap?: number | undefined },
): DsapProcess {
  const options = heap ? [`--max-old-space-size=${heap}`] : [];
  const child = spawn(process.execPath, [...options, PROGRAM, command], {
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
