import { type Bound, type Finished, type Limits, type Pace } from '../../sandbox/sandbox.ts';

/** Whose doing it was that a program did not end within its limit. */
export type Overrun = 'at work' | 'waited' | 'at work or waited' | 'the machine';

/** The machine is slow where it was late by more than this share of the limit. */
const SLOW = 1 / 5;
/** A program was at work where it used a processor for more than this share of the limit. */
const AT_WORK = 1 / 2;

/** R110. */
export function overrunOf({ wall, processor, late }: Pace): Overrun {
  if (processor !== undefined && processor > wall * AT_WORK) return 'at work';
  if (late > wall * SLOW) return 'the machine';
  return processor === undefined ? 'at work or waited' : 'waited';
}

/** What two programs did that took turns at one thing: the work of both. Undefined where neither was measured. */
export function paceOfBoth({ pace: one }: Paced, { pace: other }: Paced): Pace | undefined {
  if (!one || !other) return one ?? other;
  const known = [one, other].flatMap(({ processor }) => processor ?? []);
  return {
    wall: one.wall,
    late: Math.max(one.late, other.late),
    ...(known.length > 0 && { processor: known.reduce((sum, each) => sum + each, 0) }),
  };
}

type Paced = Partial<Pick<Finished, 'pace'>>;

/**
 * What a program did too much of, for the one who wrote it. Throws `SlowMachine` where it may have been the machine: then nobody can
 * judge (R110).
 */
export function limitProblem(bound: Bound, limits: Limits, pace: Pace | undefined): string {
  const { memory, processes, disk, output } = limits;
  switch (bound) {
    case 'wall':
      return wallProblem(pace ?? { wall: limits.wall, late: 0 });
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

function wallProblem(pace: Pace): string {
  const cut = `it did not end within ${seconds(pace.wall)} and was stopped`;
  switch (overrunOf(pace)) {
    case 'at work':
      return `TimeoutError: ${cut}. It was at work: look for a loop without end.`;
    case 'waited':
      return `TimeoutError: ${cut}. It waited: look for what it waits for, such as input, a lock or a sleep.`;
    case 'at work or waited':
      return `TimeoutError: ${cut}. Look for a loop without end, or for waiting.`;
    case 'the machine':
      throw new SlowMachine(cut, pace.late);
  }
}

/** A program was stopped, and it may have been the machine's fault: infrastructure, never a verdict (R110). */
export class SlowMachine extends Error {
  override readonly name = 'SlowMachine';
  constructor(cut: string, late: number) {
    super(`${cut}, on a machine that was late by ${seconds(late)}; whether it would have ended is not known`);
  }
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
