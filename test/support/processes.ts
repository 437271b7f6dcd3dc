import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { processIdentity } from '../../src/platform/process-identity.ts';

/** A program of the tests in a process of its own, so that it can be killed. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** The next line that matches, also one that was printed already. Rejects when the program ends without it. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const running = new Set<ChildProcess>();

/** A test that fails leaves none of its programs behind. */
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

/** Runs a TypeScript file of the repository with this Node. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Program {
  const path = resolve(fileURLToPath(new URL('../..', import.meta.url)), file);
  const child = spawn(process.execPath, [path, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      child.emit('line');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  let over = false;
  void ended.then(() => {
    over = true;
    child.emit('line');
  });
  const output = (): string => lines.join('\n');
  const line = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = lines.map((text) => pattern.exec(text)).find((match) => match !== null);
      if (found) return found;
      if (over) throw new Error(`the program ended without ${String(pattern)}:\n${output()}`);
      await once(child, 'line');
    }
  };
  return { child, output, line, ended };
}

/** Resolves when a process is gone; rejects when it still lives after the limit. */
export async function untilGone(pid: number, limit = 10_000): Promise<void> {
  for (const deadline = Date.now() + limit; (await processIdentity(pid)) !== undefined; await wait(20)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} is still alive`);
  }
}
