import { milliseconds } from '../../domain/definition/durations.ts';
import { type Bound, DEFAULT_LIMITS, type Limits } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';

/** Milliseconds that a verdict takes besides the program that is run for it. */
const MARGIN = 2_000;

/**
 * Milliseconds that a foreign program may run: it is stopped before the guard itself is given up, since a program without end is a
 * verdict, and a guard without an answer is none (R33).
 */
export function wallTime({ deadline }: Pick<GuardContext, 'deadline'>, asked: number = DEFAULT_LIMITS.wall): number {
  const left = deadline - performance.now();
  return Math.max(500, Math.min(asked, left > 2 * MARGIN ? left - MARGIN : left / 2));
}

/** The same where the author may have asked, with a duration. */
export function wallAsked(context: Pick<GuardContext, 'deadline'>, timeout: string | undefined): number {
  return wallTime(context, timeout === undefined ? undefined : milliseconds(timeout));
}

/** What the program did too much of, for the one who wrote it. */
export function limitProblem(bound: Bound, { wall, memory, processes, disk, output }: Limits): string {
  switch (bound) {
    case 'wall':
      return `TimeoutError: it did not end within ${Math.round(wall / 100) / 10} s and was stopped. Look for a loop without end, or for waiting.`;
    case 'cpu':
      return 'TimeoutError: it used up its processor time and was stopped. Look for a loop without end.';
    case 'memory':
      return `MemoryError: it exceeded ${megabytes(memory)} of memory and was stopped.`;
    case 'processes':
      return `ProcessError: it started more than ${processes} processes and was stopped.`;
    case 'disk':
      return `DiskError: it wrote more than ${megabytes(disk)} and was stopped.`;
    case 'output':
      return `OutputError: it printed more than ${megabytes(output)} and was stopped. Print less.`;
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
