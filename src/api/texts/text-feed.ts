import { isEnding } from '../../model/events/run.ts';
import type { TextPosition } from '../../ports/store/texts.ts';
import type { ApiContext } from '../dependencies.ts';
import type { FeedKind, RunFeed } from '../streams/feed.ts';
import type { Frame } from '../streams/frame.ts';
import type { Reader } from '../streams/tail.ts';
import { BEGINNING, positionOf } from './position.ts';
import { createTextPages, type TextPage } from './text-pages.ts';

interface Attempt {
  readonly runId: string;
  readonly token: string;
}

/** The text of one attempt as it is made (console 3); its ids are those of `idOf`. */
export function textFeeds({ store }: Pick<ApiContext, 'store'>, token: string): FeedKind {
  return {
    name: `text ${token}`,
    open: (runId, onFailure) => openTextFeed({ store }, { runId, token }, onFailure),
  };
}

/** Milliseconds. */
const LAST_WORDS = 2_000;

/** How far a reader has come. */
interface Place {
  position: TextPosition;
  /** The newest change with all before it that it has; 0: none. */
  has: number;
  isOver: boolean;
}

/** Reads when the text has grown or its run has moved on, and nothing otherwise. Those who are at the same place share what is read. */
function openTextFeed({ store }: Pick<ApiContext, 'store'>, attempt: Attempt, onFailure: () => void): RunFeed {
  const places = new Map<Reader, Place>();
  let newest = 0;
  let failure: { readonly error: unknown } | undefined;

  const wakeAll = (): void => {
    for (const reader of places.keys()) reader.wake();
  };
  const fail = (error: unknown): void => {
    failure ??= { error };
    onFailure();
    wakeAll();
  };
  const reading = openReading({ store }, attempt, {
    fail,
    moved() {
      newest += 1;
      wakeAll();
    },
  });

  return {
    hasOwnIds: true,
    join(reader) {
      const position = reader.from === undefined ? BEGINNING : positionOf(reader.from);
      places.set(reader, { position, has: 0, isOver: false });
    },
    leave: (reader) => void places.delete(reader),
    async next(reader): Promise<readonly Frame[] | 'over' | undefined> {
      if (failure) throw failure.error;
      const place = places.get(reader);
      if (!place || place.isOver) return 'over';
      if (place.has === newest) return undefined;
      const asked = newest;
      const { frames, position, isAll, isOver } = await reading.pageAt(place.position);
      Object.assign(place, { position, isOver, has: isAll ? asked : place.has });
      if (frames.length > 0) return frames;
      return isOver ? 'over' : undefined;
    },
    unread: (reader) => reader.held(),
    close: () => reading.close(),
  };
}

interface Hearer {
  /** There may be more, first when it is known how the run stands. */
  readonly moved: () => void;
  readonly fail: (error: unknown) => void;
}

/** The pages of a text as it stands, each read once until it moves. */
function openReading({ store }: Pick<ApiContext, 'store'>, attempt: Attempt, { moved, fail }: Hearer) {
  const { runId, token } = attempt;
  const shared = new Map<string, Promise<TextPage>>();
  const read = createTextPages({ store }, attempt);
  let isRunOver: boolean | undefined;
  let isPatient = true;
  let patience: NodeJS.Timeout | undefined;

  const tell = (): void => {
    shared.clear();
    if (isRunOver !== undefined) moved();
  };
  const unwatch = store.events.watch(runId, {
    hear(heard) {
      isRunOver = isEnding(heard?.status ?? 'terminated');
      tell();
    },
    fail,
  });
  const unfollow = store.texts.follow((told) => {
    if (told === undefined || (told.runId === runId && told.token === token)) tell();
  });

  /** The last words of an attempt that was broken off come a moment later, or never where its worker is dead. */
  function wait({ isUnsettled }: TextPage): void {
    if (!isUnsettled || !isPatient) return;
    patience ??= setTimeout(() => {
      isPatient = false;
      tell();
    }, LAST_WORDS).unref();
  }

  return {
    pageAt(position: TextPosition): Promise<TextPage> {
      const key = `${position.generation} ${position.offset}`;
      const known = shared.get(key);
      if (known) return known;
      const page = read(position, { isRunOver: isRunOver === true, isPatient });
      page.then(wait, fail);
      shared.set(key, page);
      return page;
    },
    close() {
      clearTimeout(patience);
      unwatch();
      unfollow();
    },
  };
}
