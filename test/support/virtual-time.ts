import { setImmediate as turn } from 'node:timers/promises';

/** A clock that stands still while anything works, and then goes on to the next event at once, so that minutes take as long as what happens in them. */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  now(): number;
  at(time: number, work: () => Promise<unknown>): void;
  /** Work during which the clock stands still. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  /** Within such work: lets the clock go on. */
  sleep(milliseconds: number): Promise<void>;
  /** Plays all that happens up to this time. */
  run(until: number): Promise<void>;
}

export function createVirtualTime(start: number): VirtualTime {
  let now = start;
  let working = 0;
  let events: { readonly at: number; readonly go: () => void }[] = [];
  const busy = async <T>(work: () => Promise<T>): Promise<T> => {
    working += 1;
    try {
      return await work();
    } finally {
      working -= 1;
    }
  };
  const isWorking = () => working > 0;
  return {
    now: () => now,
    busy,
    at(time, work) {
      events.push({ at: Math.max(now, time), go: () => void busy(work) });
    },
    sleep(milliseconds) {
      working -= 1;
      return new Promise((resolve) => {
        events.push({
          at: now + milliseconds,
          go() {
            working += 1;
            resolve();
          },
        });
      });
    },
    async run(until) {
      for (;;) {
        while (isWorking()) await turn();
        const next = Math.min(...events.map(({ at }) => at));
        if (next > until) return;
        now = next;
        const due = events.filter(({ at }) => at <= now);
        events = events.filter(({ at }) => at > now);
        for (const { go } of due) go();
      }
    },
  };
}
