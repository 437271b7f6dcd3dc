import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../src/platform/ports.ts';
import { startDsap } from './dsap-process.ts';

/** A `dsap dev` of its own. */
export interface DevProcess {
  readonly pid: number;
  readonly apiUrl: string;
  /** Milliseconds from its start until `/readyz` said 200. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

const LIMIT = 90_000;

/** Resolves when it is ready. `env` may set other folders. */
export async function startDevProcess(dataDirectory: string, env: NodeJS.ProcessEnv = {}): Promise<DevProcess> {
  const port = await freePort();
  const began = performance.now();
  const { child, output, stop } = startDsap('dev', {
    cwd: dataDirectory,
    env: { DSAP_DATA_DIR: dataDirectory, DSAP_PORT: String(port), ...env },
  });
  const apiUrl = `http://127.0.0.1:${port}`;
  while (!(await isReady(apiUrl))) {
    const late = performance.now() - began > LIMIT;
    if (late) child.kill();
    if (late || child.exitCode !== null) throw new Error(`\`dsap dev\` did not become ready:\n${output()}`);
    await wait(10);
  }
  return { pid: child.pid ?? 0, apiUrl, readyAfter: performance.now() - began, stop };
}

async function isReady(apiUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
