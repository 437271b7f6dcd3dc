import { type OpenStream, openStream, type Stream } from './event-stream.ts';
import type { FeedKind, RunFeed } from './feed.ts';

const HEARTBEAT = 15_000;

export interface EventStreams {
  /**
   * Writes what a feed tells of a run as server-sent events until the `run.closed` that is newest when it is reached (R46), the client
   * leaves or the server closes, and ends the response. Waits for slow readers; one that leaves a mebibyte unread is cut, with an id to
   * come back with. Throws what the log throws.
   */
  send(stream: Omit<Stream, 'feed'> & { readonly runId: string; readonly kind: FeedKind }): Promise<void>;
}

/** The event streams of a process: what is the same for many of them is read, written out and timed once. */
export function createEventStreams(): EventStreams {
  const feeds = new Map<string, { readonly feed: RunFeed; readers: number }>();
  const open = new Set<OpenStream>();
  let heartbeat: NodeJS.Timeout | undefined;

  const beat = (): void => {
    for (const stream of open) stream.beat();
  };

  /** The answer leaves it again. */
  function enter(kind: FeedKind, runId: string): readonly [RunFeed, () => void] {
    const key = `${kind.name}/${runId}`;
    const forget = (): void => {
      if (feeds.get(key) === shared) feeds.delete(key);
    };
    const shared = feeds.get(key) ?? { feed: kind.open(runId, () => forget()), readers: 0 };
    feeds.set(key, shared);
    shared.readers += 1;
    const leave = (): void => {
      shared.readers -= 1;
      if (shared.readers > 0) return;
      shared.feed.close();
      forget();
    };
    return [shared.feed, leave];
  }

  return {
    async send({ runId, kind, ...stream }) {
      const [feed, leave] = enter(kind, runId);
      const one = openStream({ ...stream, feed });
      open.add(one);
      heartbeat ??= setInterval(beat, HEARTBEAT);
      try {
        await one.sent;
      } finally {
        open.delete(one);
        leave();
        if (open.size === 0) {
          clearInterval(heartbeat);
          heartbeat = undefined;
        }
      }
    },
  };
}
