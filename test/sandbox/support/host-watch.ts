import { setTimeout as wait } from 'node:timers/promises';
import { family } from '../../../src/sandbox/process-table.ts';

/** What was seen of the processes below our own, beyond what was there before. */
export interface Usage {
  /** The most at one time. */
  readonly processes: number;
  /** The most resident bytes. */
  readonly memory: number;
}

const LOOK_EVERY = 25;

/** Looks at the processes below our own as long as the work takes, from outside and independent of any sandbox. */
export async function watchedBy<Result>(work: () => Promise<Result>): Promise<readonly [Result, Usage]> {
  const before = await look();
  const most = { processes: 0, memory: 0 };
  const done = new AbortController();
  const looking = (async () => {
    while (!done.signal.aborted) {
      const now = await look();
      most.processes = Math.max(most.processes, now.processes - before.processes);
      most.memory = Math.max(most.memory, now.memory - before.memory);
      await wait(LOOK_EVERY, undefined, { signal: done.signal }).catch(() => {});
    }
  })();
  try {
    return [await work(), most];
  } finally {
    done.abort();
    await looking;
  }
}

async function look(): Promise<Usage> {
  const rows = (await family(new Map([[process.pid, undefined]]))).filter(({ pid }) => pid !== process.pid);
  return { processes: rows.length, memory: rows.reduce((sum, row) => sum + row.memory, 0) };
}
