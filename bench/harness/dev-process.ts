import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../src/platform/ports.ts';
import { type DsapProcess, startDsap } from './dsap-process.ts';

/** A `dsap dev` of its own. */
export interface DevProcess {
  readonly pid: number;
  readonly apiUrl: string;
  /** Milliseconds from its start until `/readyz` said 200. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

const LIMIT = 90_000;

/** Resolves when it is ready. `env` may set other folders; `root` is the checkout whose code runs, ours when left out. */
export async function startDevProcess(
  dataDirectory: string,
  env: NodeJS.ProcessEnv = {},
  root?: string,
): Promise<DevProcess> {
  const port = await freePort();
  const began = performance.now();
  const { child, output, stop } = startDsap('dev', {
    cwd: dataDirectory,
    root,
    env: { DSAP_DATA_DIR: dataDirectory, DSAP_PORT: String(port), ...env },
  });
  const apiUrl = `http://127.0.0.1:${port}`;
  await ready(`${apiUrl}/readyz`, 'dsap dev', { child, output });
  return { pid: child.pid ?? 0, apiUrl, readyAfter: performance.now() - began, stop };
}

/** Waits until a process that was just started answers there; throws with what it said when it takes too long or ends. */
export async function ready(
  url: string,
  name: string,
  { child, output }: Pick<DsapProcess, 'child' | 'output'>,
): Promise<void> {
  const began = performance.now();
  while (!(await isReady(url))) {
    const late = performance.now() - began > LIMIT;
    if (late) child.kill();
    if (late || child.exitCode !== null) throw new Error(`\`${name}\` did not become ready:\n${output()}`);
    await wait(10);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
