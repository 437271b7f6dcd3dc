import { setTimeout as wait } from 'node:timers/promises';
import type { Part } from '../lifecycle.ts';
import type { PollingPart } from './composition.ts';

export interface FollowOptions {
  /** The prefixes whose task queues are to be polled now. */
  readonly wanted: () => Promise<readonly string[]>;
  /** Polls the task queues of one prefix. */
  readonly poll: (prefix: string) => Promise<Required<Part>>;
  readonly tell: (line: string) => void;
  /** Milliseconds between two looks at what is wanted. */
  readonly every?: number;
}

const EVERY = 5_000;

/**
 * Polls the task queues that are wanted, as that changes (R99): what is wanted no more ends what it has in hand before anything else is begun.
 * Polls when it resolves; throws what the first look, or the first polling, throws.
 */
export async function followQueues(options: FollowOptions): Promise<Required<PollingPart>> {
  const { wanted, poll, tell, every = EVERY } = options;
  const polled = new Map<string, Required<Part>>();
  const closing = new AbortController();
  const over = Promise.withResolvers<unknown>();
  over.promise.catch(() => undefined);

  let isUp = false;

  async function begin(prefix: string): Promise<void> {
    const part = await poll(prefix);
    polled.set(prefix, part);
    const isOurs = () => polled.get(prefix) === part;
    part.ended.then(
      (how) => isOurs() && over.resolve(how),
      (error: unknown) => isOurs() && over.reject(error),
    );
  }

  async function end(prefix: string): Promise<void> {
    const part = polled.get(prefix);
    polled.delete(prefix);
    await part?.close();
  }

  async function follow(): Promise<void> {
    const prefixes = await wanted();
    for (const prefix of prefixes.filter((name) => !polled.has(name))) {
      if (closing.signal.aborted) return;
      await begin(prefix);
      if (isUp) tell(`polls the task queues ${prefix}* too: a run begun there is open`);
    }
    for (const prefix of [...polled.keys()].filter((name) => !prefixes.includes(name))) {
      tell(`polls the task queues ${prefix}* no more: no run begun there is open`);
      await end(prefix);
    }
  }

  async function keepFollowing(): Promise<void> {
    let failing = false;
    for (;;) {
      await wait(every, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        await follow();
        failing = false;
      } catch (error) {
        if (!failing) tell(`which task queues to poll cannot be found out, or followed: ${String(error)}`);
        failing = true;
      }
    }
  }

  const endAll = () => Promise.all([...polled.keys()].map(end));
  await follow().catch(async (error: unknown) => {
    await endAll().catch(() => undefined);
    throw error;
  });
  isUp = true;
  const following = keepFollowing();
  return {
    ended: over.promise,
    queues: () => [...polled.keys()],
    async close() {
      closing.abort();
      // A part that has failed has told so by `ended`.
      await Promise.all([following, endAll()]);
      await endAll();
      over.resolve(undefined);
    },
  };
}
