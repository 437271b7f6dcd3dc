/** Limits that several workers share or learn (llm 3.7): real PostgreSQL, a provider behind HTTP that counts, and a clock of their own. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Generator, GeneratorDeferred, GeneratorError } from '../../src/generators/generator.ts';
import { withLimits } from '../../src/generators/limits.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { AskedLimits, Limits } from '../../src/ports/store/limits.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { useStore } from '../store/stores.ts';
import { noteWaiting } from '../store/support/waiting-calls.ts';
import { createVirtualTime, type VirtualTime } from '../support/virtual-time.ts';
import { aGenerator, aRequest } from './support.ts';

const held = useStore();
const MINUTE = 60_000;
const START = Math.ceil(Date.now() / MINUTE) * MINUTE;

interface Counting {
  /** Takes a request at this time, or says after how many milliseconds one fits. */
  take(now: number): number | undefined;
  /** How many remain, and milliseconds until all are there again. */
  state(now: number): { readonly remaining: number; readonly reset: number };
}

const COUNTING: Readonly<Record<string, (limit: number) => Counting>> = {
  'sliding window': (limit) => {
    let taken: number[] = [];
    return {
      take(now) {
        taken = taken.filter((at) => at > now - MINUTE);
        if (taken.length >= limit) return (taken[0] ?? now) + MINUTE - now;
        taken.push(now);
        return undefined;
      },
      state: (now) => ({ remaining: limit - taken.length, reset: (taken.at(-1) ?? now) + MINUTE - now }),
    };
  },
  'fixed window': (limit) => {
    let window = { at: 0, taken: 0 };
    const end = (now: number) => (Math.floor(now / MINUTE) + 1) * MINUTE - now;
    return {
      take(now) {
        const at = Math.floor(now / MINUTE);
        if (at !== window.at) window = { at, taken: 0 };
        if (window.taken >= limit) return end(now);
        window.taken += 1;
        return undefined;
      },
      state: (now) => ({ remaining: limit - window.taken, reset: end(now) }),
    };
  },
  'token bucket': (limit) => bucketOf(limit, limit),
  'small token bucket': (limit) => bucketOf(limit, limit / 12),
};

function bucketOf(limit: number, size: number): Counting {
  let bucket = { at: START, level: size };
  const rate = limit / MINUTE;
  return {
    take(now) {
      bucket = { at: now, level: Math.min(size, bucket.level + (now - bucket.at) * rate) };
      if (bucket.level < 1) return (1 - bucket.level) / rate;
      bucket.level -= 1;
      return undefined;
    },
    state: () => ({ remaining: Math.floor(bucket.level), reset: (size - bucket.level) / rate }),
  };
}

interface Provider {
  readonly baseUrl: string;
  /** When it answered, and when it refused. */
  readonly answered: readonly number[];
  readonly refused: readonly number[];
  close(): void;
}

async function startProvider(
  counting: Counting,
  time: VirtualTime,
  hasHeaders: boolean,
  limit: number,
): Promise<Provider> {
  const [answered, refused]: [number[], number[]] = [[], []];
  const serve = (response: ServerResponse) => {
    const now = time.now();
    const wait = counting.take(now);
    const { remaining, reset } = counting.state(now);
    const headers = hasHeaders
      ? {
          'x-ratelimit-limit-requests': String(limit),
          'x-ratelimit-remaining-requests': String(remaining),
          'x-ratelimit-reset-requests': `${(reset / 1_000).toFixed(3)}s`,
        }
      : {};
    if (wait !== undefined) {
      refused.push(now);
      response.writeHead(429, { ...headers, 'retry-after': String(Math.ceil(wait / 1_000)) });
      return response.end(JSON.stringify({ error: { message: 'Too many requests' } }));
    }
    answered.push(now);
    const chunk = { choices: [{ index: 0, delta: { content: 'done' }, finish_reason: 'stop' }] };
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    return response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  };
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => serve(response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo = Object(server.address());
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    answered,
    refused,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The clock stands still during statements. */
function counted(limits: Limits, time: VirtualTime): Limits {
  return {
    book: (...args) => time.busy(() => limits.book(...args)),
    note: (...args) => time.busy(() => limits.note(...args)),
    look: (...args) => time.busy(() => limits.look(...args)),
    renew: (...args) => time.busy(() => limits.renew(...args)),
    all: () => limits.all(),
  };
}

/** Makes a call until it is answered, as Temporal does. */
async function callUntilAnswered(generator: Generator, time: VirtualTime): Promise<void> {
  const call = randomUUID();
  let isNoted = false;
  const payer = { token: call, call, workflow: 'flow', tags: [], unpriced: false };
  for (;;) {
    try {
      await generator.complete(
        aRequest({ payer, place: { runId: call, step: 'a', epoch: 1, attempt: 1, n: 1, faults: 0 } }),
      );
      return;
    } catch (error) {
      if (error instanceof GeneratorDeferred) {
        const { retryAt } = error;
        if (!isNoted) await time.busy(() => noteWaiting(held.database.url, { runId: call, token: call }));
        isNoted = true;
        await time.sleep(Math.max(1, retryAt - time.now()));
      } else if (error instanceof GeneratorError) await time.sleep(error.retryAfter ?? 1_000);
      else throw error;
    }
  }
}

const since = (times: readonly number[], from: number) => times.filter((at) => at >= START + from).length;

async function onWorkers<T>(count: number, work: (stores: readonly Limits[]) => Promise<T>): Promise<T> {
  const stores = await Promise.all(
    Array.from({ length: count }, () => createStore({ databaseUrl: held.database.url, poolSize: 4 })),
  );
  try {
    return await work(stores.map(({ limits }) => limits));
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

/** How many are answered after the first minute, at least. What is presumed from refusals alone may be too low at first, and is raised little by little. */
function leastAnswered(kind: string, hasHeaders: boolean): number {
  if (hasHeaders) return 0.85 * 3 * 60;
  return kind === 'small token bucket' ? 10 : 60;
}

describe.each(['sliding window', 'fixed window', 'token bucket', 'small token bucket'])(
  'llm 3.7: a provider with a %s of 60 a minute',
  (kind) => {
    test.each([
      ['headers', true],
      ['refusals alone', false],
    ])(
      'is learned by %s: after the first minute at most 5 % are refused, and most of the limit is used',
      async (_, hasHeaders) => {
        const time = createVirtualTime(START);
        const counting = COUNTING[kind]?.(60);
        if (!counting) throw new Error(`no such provider: ${kind}`);
        const provider = await startProvider(counting, time, hasHeaders, 60);
        const endpoint = randomUUID();
        try {
          await onWorkers(3, async (stores) => {
            const workers = stores.map((store) =>
              withLimits(aGenerator({ baseUrl: provider.baseUrl }), {
                endpoint,
                key: '',
                asked: {},
                store: counted(store, time),
                maxTokens: () => 100,
                now: () => time.now(),
              }),
            );
            const begin = (at: number, number: number) => {
              const worker = workers[number % workers.length];
              if (worker) time.at(START + at, () => callUntilAnswered(worker, time));
            };
            // 80 at once, then 75 a minute.
            for (let number = 0; number < 80; number += 1) begin(0, number);
            for (let number = 0; number < 300; number += 1) begin(number * 800, number);
            await time.run(START + 4 * MINUTE);
          });
        } finally {
          provider.close();
        }
        const [answered, refused] = [since(provider.answered, MINUTE), since(provider.refused, MINUTE)];
        expect(refused).toBeLessThanOrEqual(0.05 * (answered + refused));
        expect(answered).toBeGreaterThanOrEqual(leastAnswered(kind, hasHeaders));
      },
    );
  },
);

/** A provider without words whose calls take so long each. */
function slow(time: VirtualTime, milliseconds: () => number, onCall: (change: 1 | -1) => void): Generator {
  return {
    async complete(request) {
      request.onSent?.();
      onCall(1);
      await time.sleep(milliseconds());
      onCall(-1);
      return { text: 'done', finishReason: 'stop', usage: { ...NO_USAGE, llmCalls: 1 } };
    },
  };
}

async function playAtOnce(asked: AskedLimits, milliseconds: () => number, calls: number) {
  const time = createVirtualTime(START);
  const endpoint = randomUUID();
  let [inFlight, most, worked, last] = [0, 0, 0, START];
  const onCall = (change: 1 | -1) => {
    worked += inFlight * (time.now() - last);
    last = time.now();
    inFlight += change;
    most = Math.max(most, inFlight);
  };
  let statements = 0;
  await onWorkers(4, async (stores) => {
    const workers = stores.map((store) => {
      const limits = counted(store, time);
      const book: Limits['book'] = (...args) => {
        statements += 1;
        return limits.book(...args);
      };
      const generator = slow(time, milliseconds, onCall);
      return withLimits(generator, {
        endpoint,
        key: '',
        asked,
        store: { ...limits, book },
        maxTokens: () => 100,
        now: () => time.now(),
      });
    });
    for (let number = 0; number < calls; number += 1) {
      const worker = workers[number % workers.length];
      if (worker) time.at(START, () => callUntilAnswered(worker, time));
    }
    await time.run(START + 60 * MINUTE);
  });
  return { most, busy: worked / (last - START), statements };
}

describe('llm 3.7: calls at once', () => {
  test.each([
    ['2 s each', () => 2_000],
    ['1 to 5 s each', seeded(1_000, 5_000)],
    ['half a second each', () => 500],
  ])(
    'of 100 calls of four workers, %s, no more than 4 are in flight, and the places are used',
    async (_, milliseconds) => {
      const { most, busy, statements } = await playAtOnce({ concurrency: 4 }, milliseconds, 100);
      expect(most).toBe(4);
      expect(busy).toBeGreaterThanOrEqual(0.85 * 4);
      expect(statements).toBeLessThanOrEqual(100 * 20);
    },
  );
});

/** The same numbers in each run. */
function seeded(least: number, most: number): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.round(least + (state / 2 ** 31) * (most - least));
  };
}
