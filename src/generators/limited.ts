import { createDeferred } from '../text/node-20.ts';
import type { Endpoint } from './endpoint.ts';
import type { Generator } from './generator.ts';

/** Called with an endpoint's name where a request must wait for its turn there, and with undefined when it waits no more; in the request's own context. */
export type OnWaiting = (endpoint: string | undefined) => void;

/** The same generator, with at most so many calls under way; the others wait their turn, say so, and leave the queue when aborted. */
export function limited(
  generator: Generator,
  { name, concurrency }: Pick<Endpoint, 'name' | 'concurrency'>,
  onWaiting?: OnWaiting,
): Generator {
  if (concurrency === undefined) return generator;
  const turns = createTurns(concurrency);
  return {
    async complete(request) {
      const waits = turns.areTaken();
      if (waits) onWaiting?.(name);
      try {
        await turns.take(request.signal);
      } finally {
        if (waits) onWaiting?.(undefined);
      }
      try {
        return await generator.complete(request);
      } finally {
        turns.give();
      }
    },
  };
}

interface Turns {
  areTaken(): boolean;
  take(signal: AbortSignal): Promise<void>;
  give(): void;
}

function createTurns(most: number): Turns {
  const waiting = new Set<() => void>();
  let free = most;
  return {
    areTaken: () => free === 0,
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
  const { promise, resolve, reject } = createDeferred<void>();
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
