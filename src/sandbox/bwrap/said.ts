import { type Running, SandboxFault } from '../sandbox.ts';
import type { Launch } from './launch.ts';

/** Milliseconds that a program may take to tell its version. */
const PATIENCE = 10_000;

/** What a program says inside, on a way to launch it there. Throws when it cannot be run, or fails. */
export async function said(
  launch: (job: Launch, signal: AbortSignal) => Running,
  program: readonly string[],
): Promise<string> {
  const job = { toolchain: 'command', program, files: {}, env: {}, limits: { wall: PATIENCE } } as const;
  const running = launch(job, new AbortController().signal);
  running.finishInput();
  const { ending, stdout, stderr } = await running.finished;
  if (ending.kind === 'exited' && ending.code === 0) return stdout.trim();
  throw new SandboxFault(`${program[0]} ended with ${JSON.stringify(ending)}: ${stderr.trim() || 'it said nothing'}`);
}
