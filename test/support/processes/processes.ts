import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processIdentity } from '../../../src/platform/process-identity.ts';
import { type Program, programOf } from './program.ts';

/**
 * Answers how a suite runs a TypeScript file of the repository with this Node, which has what others have compiled of our sources before.
 * A test that fails leaves none of its programs behind.
 */
export function usePrograms() {
  const running = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
  });
  return (
    file: string,
    args: readonly string[],
    { env, cwd }: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
  ): Program => {
    const path = resolve(fileURLToPath(new URL('../../..', import.meta.url)), file);
    const { NODE_COMPILE_CACHE } = process.env;
    const own = env && { NODE_COMPILE_CACHE, ...env };
    const child = spawn(process.execPath, [path, ...args], { env: own, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    return programOf(child);
  };
}

/** Resolves when a process is gone; rejects when it still lives after the limit. */
export async function untilGone(pid: number, limit = 60_000): Promise<void> {
  for (const deadline = Date.now() + limit; (await processIdentity(pid)) !== undefined; await wait(20)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} is still alive`);
  }
}
