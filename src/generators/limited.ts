import type { Generator } from './generator.ts';

/** The same generator, with at most so many calls under way; the others wait their turn, and leave the queue when aborted. */
export function limited(generator: Generator, concurrency: number | undefined): Generator {
  if (concurrency === undefined) return generator;
  const turns = createTurns(concurrency);
  return {
    async complete(request) {
      await turns.take(request.signal);
      try {
        return await generator.complete(request);
      } finally {
        turns.give();
      }
    },
  };
}

interface Turns {
  take(signal: AbortSignal): Promise<void>;
  give(): void;
}

function createTurns(most: number): Turns {
  const waiting = new Set<() => void>();
  let free = most;
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free === 0) await turn(waiting, signal);
      else free -= 1;
    },
    give() {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    },
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    waiting.delete(go);
    reject(signal.reason);
  };
  const go = () => {
    waiting.delete(go);
    signal.removeEventListener('abort', leave);
    resolve();
  };
  waiting.add(go);
  signal.addEventListener('abort', leave, { once: true });
  return promise;
}
