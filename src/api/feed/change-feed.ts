import type { RowContext } from '../rows/run-row.ts';
import type { FeedKind, RunFeed } from '../streams/feed.ts';
import type { Reader } from '../streams/tail.ts';
import { createArrivals } from './arrivals.ts';
import { createKept } from './kept.ts';
import { framesOf } from './messages.ts';
import { createNotifications } from './notifications.ts';

/** Milliseconds between two that are sent: what happens meanwhile goes together, and the last state wins. */
const REST = 250;

/** What changes in all runs, as rows of lists. */
export function changeFeeds(context: RowContext): FeedKind {
  return { name: 'changes', open: (_, onFailure) => openChangeFeed(context, onFailure) };
}

/**
 * Reads what changes once for all readers, and nothing while nothing does. Kept are only rows that somebody has not been sent yet: a slow
 * reader is sent less often, and never what has been overtaken.
 */
function openChangeFeed(context: RowContext, onFailure: () => void): RunFeed {
  const readers = new Set<Reader>();
  /** Those who have not been told yet from where they go on. */
  const arriving = new Set<Reader>();
  const kept = createKept();
  const missedSince = createArrivals(context);
  const timing = paced(flush, fail);
  const notifications = createNotifications(context, timing.soon);
  let failure: { readonly error: unknown } | undefined;

  function wakeAll(): void {
    for (const reader of readers) reader.wake();
  }
  function fail(error: unknown): void {
    failure ??= { error };
    onFailure();
    wakeAll();
  }
  async function flush(): Promise<void> {
    if (!notifications.areThere()) return;
    kept.add(await notifications.take());
    kept.forget(Math.min(...[...readers].map(({ seq }) => seq)));
    wakeAll();
  }

  return {
    hasOwnIds: true,
    join(reader) {
      reader.seq = kept.end();
      readers.add(reader);
      arriving.add(reader);
    },
    leave(reader) {
      readers.delete(reader);
      arriving.delete(reader);
    },
    async next(reader) {
      if (failure) throw failure.error;
      const seq = kept.end();
      if (!arriving.delete(reader)) {
        const messages = kept.after(reader.seq);
        return messages.length === 0 ? undefined : framesOf({ id: kept.id() ?? '', messages }, reader.seq, seq);
      }
      // What is missed is looked for after the feed has begun to listen, so that nothing falls in between.
      const began = await notifications.begin();
      if (reader.from !== undefined) return framesOf(await missedSince(reader.from), reader.seq, reader.seq);
      reader.seq = kept.end();
      return framesOf({ id: kept.id() ?? began, messages: [] }, reader.seq, reader.seq);
    },
    unread: (reader) => reader.held() + kept.after(reader.seq).reduce((sum, { text }) => sum + text.length, 0),
    close() {
      timing.end();
      notifications.close();
    },
  };
}

/** Does something as soon as it is asked for, one at a time, and at most four times a second. */
function paced(work: () => Promise<void>, fail: (error: unknown) => void) {
  let resting: NodeJS.Timeout | undefined;
  let isAsked = false;
  let isAtWork = false;
  let hasEnded = false;
  const soon = (): void => {
    isAsked = true;
    if (resting || isAtWork || hasEnded) return;
    isAsked = false;
    isAtWork = true;
    void work()
      .catch(fail)
      .finally(() => {
        isAtWork = false;
        resting = setTimeout(rested, REST).unref();
      });
  };
  const rested = (): void => {
    resting = undefined;
    if (isAsked) soon();
  };
  return {
    soon,
    end(): void {
      hasEnded = true;
      clearTimeout(resting);
    },
  };
}
