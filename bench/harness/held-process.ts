import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds of a period in which a held process may run, and of those in which it stands still. */
const RUNS = 10;
const STANDS = 90;

/** Lets a process have a tenth of a core at most while `use` runs: it is stopped and continued again and again. */
export async function heldToATenth<Result>(pid: number, use: () => Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const holding = hold(pid, over.signal);
  try {
    return await use();
  } finally {
    over.abort();
    await holding;
    process.kill(pid, 'SIGCONT');
  }
}

async function hold(pid: number, over: AbortSignal): Promise<void> {
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal: over }).catch(() => undefined);
  while (!over.aborted) {
    process.kill(pid, 'SIGSTOP');
    await pause(STANDS);
    process.kill(pid, 'SIGCONT');
    await pause(RUNS);
  }
}
