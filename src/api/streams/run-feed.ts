import { setTimeout as sleep } from 'node:timers/promises';
import { isEnding } from '../../model/events/run.ts';
import type { RunHead } from '../../ports/store/events.ts';
import type { Store } from '../../ports/store/store.ts';
import type { FeedKind, RunFeed } from './feed.ts';
import { bytesOf, type Frame, frameOf } from './frame.ts';
import { createTail, type Reader, type Tail } from './tail.ts';

/** Events that one statement reads. */
const BATCH = 500;

/** Milliseconds for which what is new is gathered after each delivery, by readers: writing to a reader takes some forty microseconds. */
const GATHERED_PER_READER = 0.4;
const LONGEST_GATHERED = 250;
/** Fewer readers get everything at once. */
const MANY = 50;

/** What is asked of the store. */
export interface FeedStore {
  readonly events: Pick<Store['events'], 'watch'>;
  readonly streams: Store['streams'];
}

interface FeedParts {
  readonly store: FeedStore;
  readonly runId: string;
  /** It can tell nothing more. */
  readonly onFailure: () => void;
}

/** The log of each run. */
export function logFeeds(store: FeedStore): FeedKind {
  return { name: 'log', open: (runId, onFailure) => openFeed({ store, runId, onFailure }) };
}

/**
 * Reads every batch once, whoever waits for it. Whoever comes later, or falls behind while the log is read, reads in pages what it lacks;
 * those who ask for the same page at once share it. To very many it hands out at once what is new after a rest, and gathers what follows.
 */
function openFeed({ store, runId, onFailure }: FeedParts): RunFeed {
  const tail = createTail();
  const log = createReading(store.streams, runId);
  let head: RunHead | undefined;
  let isFetching = false;
  let failure: { readonly error: unknown } | undefined;

  const wakeAll = (): void => {
    for (const reader of tail.readers()) reader.wake();
  };
  const fail = (error: unknown): void => {
    failure ??= { error };
    onFailure();
    wakeAll();
  };
  const hear = (heard: RunHead | undefined): void => {
    head = heard ?? NONE;
    if (tail.end() === undefined) tail.begin(head.seq);
    if (!isFetching) void fetch().catch(fail);
    wakeAll();
  };

  /** Reads what is new, once for all, until there is nothing newer. */
  async function fetch(): Promise<void> {
    isFetching = true;
    try {
      for (let end = tail.end(); end !== undefined && end < (head?.seq ?? 0); end = tail.end()) {
        const frames = await log.read(end);
        if (frames.length === 0) return;
        tail.publish(frames);
        wakeAll();
        if (tail.size() > MANY) await sleep(Math.min(LONGEST_GATHERED, GATHERED_PER_READER * tail.size()));
      }
    } finally {
      isFetching = false;
    }
  }

  const unwatch = store.events.watch(runId, { hear, fail });
  return {
    join: (reader) => tail.join(reader),
    leave: (reader) => tail.leave(reader),
    async next(reader) {
      const end = tail.end();
      if (failure) throw failure.error;
      if (end === undefined || head === undefined) return undefined;
      const kept = tail.after(reader.seq);
      if (kept === undefined) return replayed(tail, log, reader, end);
      tail.keepFor(reader, reader.seq);
      if (kept.length > 0) return kept;
      return reader.seq >= head.seq && isEnding(head.status) ? 'over' : undefined;
    },
    unread: (reader) => reader.held() + Math.max(0, (head?.seq ?? 0) - reader.seq) * log.meanBytes(),
    close: unwatch,
  };
}

/** What is told of a run that is none. */
const NONE: RunHead = { seq: 0, status: 'terminated' };

/** A page of what the tail has let go. What is published meanwhile joins on to the last of them. */
async function replayed(tail: Tail, log: Reading, reader: Reader, end: number): Promise<readonly Frame[] | undefined> {
  tail.keepFor(reader, end);
  const frames = await log.page(reader.seq);
  if (frames.length === BATCH) tail.keepFor(reader, Infinity);
  return frames.length > 0 ? frames : undefined;
}

/** A run's log as frames, from any seq on. */
interface Reading {
  read(after: number): Promise<readonly Frame[]>;
  /** The same, shared by those who ask while it is under way. */
  page(after: number): Promise<readonly Frame[]>;
  /** Of a frame, as far as they are known. */
  meanBytes(): number;
}

function createReading(streams: FeedStore['streams'], runId: string): Reading {
  const pages = new Map<number, Promise<readonly Frame[]>>();
  const seen = { frames: 0, bytes: 0 };
  async function read(after: number): Promise<readonly Frame[]> {
    const frames = (await streams.read(runId, after, BATCH)).map((event) => frameOf(runId, event));
    seen.frames += frames.length;
    seen.bytes += bytesOf(frames);
    return frames;
  }
  return {
    read,
    page(after) {
      const page = pages.get(after) ?? read(after).finally(() => pages.delete(after));
      pages.set(after, page);
      return page;
    },
    meanBytes: () => seen.bytes / Math.max(1, seen.frames),
  };
}
