import type { Prepared } from '../contained.ts';

/** Processes that wait for a job of their own; each serves one. */
export interface WarmPool {
  /** One that waits, else a new one. */
  take(memory: number): Prepared;
  /** To be called when a job is over, so that its successors do not compete with it: makes up the number for jobs of that memory. */
  refill(memory: number): void;
  /** Lets those go that wait, and keeps none from then on. */
  close(): Promise<void>;
}

export interface PoolSettings {
  readonly size: number;
  /** Milliseconds without use after which those are let go that wait. */
  readonly idle: number;
  /** Starts a process for a job that may have so much memory, in bytes. */
  readonly prepare: (memory: number) => Prepared;
}

interface Waiting {
  readonly memory: number;
  readonly prepared: Prepared;
}

export function warmPool({ size, idle, prepare }: PoolSettings): WarmPool {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  let closed = false;

  function add(memory: number): void {
    const one = { memory, prepared: prepare(memory) };
    waiting.add(one);
    void one.prepared.ended.then(() => letGo([one]));
  }

  /** One that cannot be started now is missed by no job: the next one tries again, and tells. */
  function fill(memory: number): void {
    try {
      while (waiting.size < size) add(memory);
    } catch {}
  }

  /** Only what still waits: what has been taken is its taker's. */
  function letGo(ones: Iterable<Waiting>): void {
    const mine = [...ones].filter((one) => waiting.delete(one));
    leaving = Promise.allSettled([leaving, ...mine.map(({ prepared }) => prepared.discard())]);
  }

  return {
    take(memory) {
      const found = [...waiting].find((one) => one.memory === memory && one.prepared.isAlive());
      if (found) waiting.delete(found);
      return found?.prepared ?? prepare(memory);
    },
    refill(memory) {
      if (closed) return;
      clearTimeout(timer);
      timer = setTimeout(() => letGo(waiting), idle).unref();
      letGo([...waiting].filter((one) => one.memory !== memory));
      fill(memory);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      letGo(waiting);
      await leaving;
    },
  };
}
