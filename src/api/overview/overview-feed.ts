import { isEnding } from '../../model/events/run.ts';
import type { RunHead } from '../../ports/store/events.ts';
import type { ApiContext } from '../dependencies.ts';
import type { FeedKind, RunFeed } from '../streams/feed.ts';
import type { Frame } from '../streams/frame.ts';
import type { Reader } from '../streams/tail.ts';
import { openHinderedLive } from './hindered-live.ts';
import { type Overview, overviewOf, questionsOf, wordsOn } from './overview.ts';
import { touchedBy } from './touched.ts';
import { openUnderWay } from './under-way.ts';

/** Milliseconds between two that are sent: what happens meanwhile goes together, and the last state wins. */
const REST = 250;

/** More events than these and the whole overview is sent. */
const MANY = 500;

/** What changed in the overview of each run. `text`: and what its attempts under way are writing. */
export function overviewFeeds(context: ApiContext, { text = false } = {}): FeedKind {
  return {
    name: text ? 'overview with text' : 'overview',
    open: (runId, onFailure) => openOverviewFeed(context, runId, { text, onFailure }),
  };
}

interface Following {
  readonly text: boolean;
  readonly onFailure: () => void;
}

/** Who asks for the same change shares it. A slow reader is sent less often, and never what has been overtaken. */
function openOverviewFeed(context: ApiContext, runId: string, { text, onFailure }: Following): RunFeed {
  const readers = new Set<Reader>();
  const changes = sharedChanges(context, runId);
  let head: RunHead | undefined;
  let next: RunHead | undefined;
  let failure: { readonly error: unknown } | undefined;
  let hasGrown = false;

  const wakeAll = (): void => {
    for (const reader of readers) reader.wake();
  };
  const showing = rested(() => {
    if (!next && !hasGrown) return false;
    if (next) hindrances.heard(next);
    [head, next, hasGrown] = [next ?? head, undefined, false];
    wakeAll();
    return true;
  });
  const grow = (): void => {
    hasGrown = true;
    showing.soon();
  };
  const texts = text ? openUnderWay(context, runId, grow) : undefined;
  const hindrances = openHinderedLive(context, runId, { isRead: () => readers.size > 0, onChange: wakeAll });
  const unwatch = context.store.events.watch(runId, {
    hear(heard) {
      next = heard ?? NONE;
      showing.soon();
    },
    fail(error) {
      failure ??= { error };
      onFailure();
      wakeAll();
    },
  });

  return {
    join: (reader) => void readers.add(reader),
    leave: (reader) => void readers.delete(reader),
    async next(reader) {
      if (failure) throw failure.error;
      if (!head) return undefined;
      if (reader.seq >= head.seq) {
        if (isEnding(head.status)) return 'over';
        const more = hindrances.next(reader) ?? (await texts?.next(reader));
        return more && [more];
      }
      const change = await changes.since(reader.seq, head);
      return change && [change];
    },
    unread: (reader) => reader.held(),
    close() {
      showing.end();
      texts?.close();
      hindrances.close();
      unwatch();
    },
  };
}

/** What changed since where readers are, up to where the run is: asked for once by all who are at the same place. */
function sharedChanges(context: ApiContext, runId: string) {
  const changes = new Map<number, Promise<Frame | undefined>>();
  let at: RunHead | undefined;
  return {
    since(seq: number, head: RunHead): Promise<Frame | undefined> {
      if (at !== head) changes.clear();
      at = head;
      const change = changes.get(seq) ?? changeSince(context, runId, seq);
      changes.set(seq, change);
      return change;
    },
  };
}

/** Shows at once, where there is something, and then not before a rest. */
function rested(show: () => boolean) {
  let resting: NodeJS.Timeout | undefined;
  const soon = (): void => {
    if (!resting && show()) resting = setTimeout(awake, REST).unref();
  };
  const awake = (): void => {
    resting = undefined;
    soon();
  };
  return { soon, end: () => clearTimeout(resting) };
}

/** What is told of a run that is none. */
const NONE: RunHead = { seq: 0, status: 'terminated' };

async function changeSince(context: ApiContext, runId: string, after: number): Promise<Frame | undefined> {
  const overview = await overviewOf(context, runId);
  // What came behind it is sent next: a run that is shown as ended is the last that a reader hears.
  const { seq } = overview.row.state;
  const events = (await context.store.streams.read(runId, after, MANY)).filter((event) => event.seq <= seq);
  const isLong = events.length === MANY;
  if (events.length === 0) return undefined;
  const touched = touchedBy(events, overview.row.state.escalations);
  const messages = await changedRows(context, overview, { ...touched, all: touched.all || isLong || after === 0 });
  // All but the last carry where the reader was: whoever is cut off in between is sent all of it again.
  const texts = messages.map(([event, data], index) => {
    const id = index === messages.length - 1 ? seq : after;
    return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  });
  return { seq, bytes: Buffer.from(texts.join('')) };
}

type Message = readonly ['attempt' | 'step' | 'question' | 'why' | 'run', unknown];

async function changedRows(
  context: ApiContext,
  { row, view, attempts }: Overview,
  { steps, tokens, attemptsOf, questions, all }: ReturnType<typeof touchedBy>,
): Promise<readonly Message[]> {
  const open = view.questions.filter(({ id }) => all || questions.has(id));
  const closed = Object.values(row.state.escalations).filter(
    ({ id, status }) => questions.has(id) && status !== 'open',
  );
  const isChanged = (index: number): boolean => {
    const { step = '', token = '' } = attempts[index] ?? {};
    return all || tokens.has(token) || attemptsOf.has(step);
  };
  const words = await wordsOn(context, row, closed);
  return [
    ...view.attempts.filter((_, index) => isChanged(index)).map((one): Message => ['attempt', one]),
    ...view.steps
      .filter(({ id, choice }) => all || steps.has(id) || (choice !== undefined && steps.size > 0))
      .map((one): Message => ['step', one]),
    ...[...questionsOf(row, closed, words), ...open].map((one): Message => ['question', one]),
    ['why', view.why],
    ['run', { ...view.run, budget: view.budget, leftOut: view.leftOut }],
  ];
}
