import type { Hear } from './news.ts';

/** How long a lost notification can go unnoticed. */
const POLL = 250;

interface Log {
  subscribe(hear: Hear): () => void;
  head(): Promise<number>;
}

/** Resolves true as soon as the log has the number, by news or by looking; false when the time is over. */
export async function waitForSeq(log: Log, runId: string, seq: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout;
  let arrived = false;
  let wake = (): void => undefined;
  const unsubscribe = log.subscribe((news) => {
    if (news.runId !== runId || news.seq < seq) return;
    arrived = true;
    wake();
  });
  try {
    while (!arrived && (await log.head()) < seq) {
      const left = deadline - Date.now();
      if (left <= 0) return false;
      // What arrived while the log was read has woken nobody.
      if (!arrived) await pause(Math.min(left, POLL), (resolve) => (wake = resolve));
    }
    return true;
  } finally {
    unsubscribe();
  }
}

function pause(milliseconds: number, early: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    early(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
