import { setTimeout as wait } from 'node:timers/promises';
import { diskUse } from './disk-use.ts';
import { type ProcessRow, proportionalMemory } from './process-table.ts';
import type { ProcessTree } from './process-tree.ts';
import type { Bound, Limits } from './sandbox.ts';

/** What a job is watched by. */
export interface Watched {
  readonly tree: ProcessTree;
  /** What it may grow; what is there at the start does not count. */
  readonly directory: string | undefined;
  readonly limits: Limits;
}

export interface Look {
  /** The processes that live. */
  readonly rows: readonly ProcessRow[];
  /** Bytes of memory, the most that was seen so far. */
  readonly peak: number;
  readonly exceeded: Bound | undefined;
}

/** Milliseconds between two looks; asking `ps` costs more than reading /proc. */
const LOOK_EVERY = process.platform === 'linux' ? 50 : 250;

/** Tells what each look at a job showed, until the signal is aborted. Rejects when it cannot look. */
export async function watch(
  { tree, directory, limits }: Watched,
  signal: AbortSignal,
  tell: (look: Look) => void,
): Promise<void> {
  const before = directory === undefined ? 0 : diskUse(directory);
  let peak = 0;
  while (!signal.aborted) {
    const rows = await tree.look();
    const memory = memoryOf(rows, limits.memory);
    peak = Math.max(peak, memory);
    const disk = directory === undefined ? 0 : diskUse(directory) - before;
    tell({ rows, peak, exceeded: exceededBy({ memory, processes: rows.length, disk }, limits) });
    await wait(LOOK_EVERY, undefined, { signal }).catch(() => {});
  }
}

const WATCHED_BOUNDS = ['processes', 'memory', 'disk'] as const;

function exceededBy(used: Pick<Limits, (typeof WATCHED_BOUNDS)[number]>, limits: Limits): Bound | undefined {
  return WATCHED_BOUNDS.find((bound) => used[bound] > limits[bound]);
}

/** What processes share is counted with each, so when that seems too much it is looked at more closely, which takes longer. */
function memoryOf(rows: readonly ProcessRow[], limit: number): number {
  const sum = rows.reduce((total, { memory }) => total + memory, 0);
  if (sum <= limit || rows.length === 1) return sum;
  return rows.reduce((total, row) => total + proportionalMemory(row), 0);
}
