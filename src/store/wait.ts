import { setTimeout as sleep } from 'node:timers/promises';
import type { Hear } from './log/news.ts';

/** How long a lost notification can go unnoticed. */
const POLL = 250;

interface Log {
  subscribe(hear: Hear): () => void;
  head(): Promise<number>;
}

/** Resolves true as soon as the log has the number, by news or by looking; false when the time is over. */
export async function waitForSeq(log: Log, runId: string, seq: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout;
  const { promise: arrival, resolve } = Promise.withResolvers<true>();
  const unsubscribe = log.subscribe((news) => {
    if (news.runId === runId && news.seq >= seq) resolve(true);
  });
  try {
    for (;;) {
      if ((await log.head()) >= seq) return true;
      const left = deadline - Date.now();
      if (left <= 0) return false;
      if (await Promise.race([arrival, sleep(Math.min(left, POLL), false, { ref: false })])) return true;
    }
  } finally {
    unsubscribe();
  }
}
