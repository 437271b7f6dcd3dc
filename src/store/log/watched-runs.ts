import type { RunHead, RunWatcher } from '../../ports/store/events.ts';
import type { Database } from '../pool.ts';
import type { Listener } from './listener.ts';
import type { Notifications, Told } from './notifications.ts';

/** Milliseconds for which a lost notification can go unnoticed. */
const LOOK_AGAIN = 2_000;

/** A run that is looked for: its id, and how far it is known to have come. */
export interface Sought {
  readonly id: string;
  readonly seq: number;
}
/** Those of the runs that have come further. */
export type LookAtRuns = (sought: readonly Sought[]) => Promise<readonly (RunHead & { readonly id: string })[]>;

export interface WatchedRuns {
  /** The answer ends the watch. */
  watch(runId: string, watcher: RunWatcher): () => void;
  /** How far the run has come now, by a look at the log that others share. Undefined: there is no such run. */
  look(runId: string): Promise<RunHead | undefined>;
  close(): void;
}

export interface WatchedRunsParts {
  readonly notifications: Pick<Notifications, 'follow'>;
  readonly listener: Pick<Listener, 'isListening' | 'onReturn'>;
  readonly lookAt: LookAtRuns;
  /** Milliseconds between two looks. */
  readonly every?: number;
}

/** All that are watched, or looked for, under one id. */
interface Watched {
  readonly id: string;
  readonly watchers: Set<RunWatcher>;
  head?: RunHead;
  /** It has been heard or looked for since it is watched: what comes after is heard. */
  isKnown: boolean;
}

/**
 * Who watches which run, one for a process. Heads come by notification and cost nothing. What the listener missed is found by one
 * statement for all watched runs together: at the beginning of a watch, every two seconds while there are any, and as soon as the
 * listener's connection is back. Statements that are asked for while one is under way go together in the next.
 */
export function watchRuns({ notifications, listener, lookAt, every = LOOK_AGAIN }: WatchedRunsParts): WatchedRuns {
  const runs = new Map<string, Watched>();
  const { ask, answered } = createLooks(lookAt);
  const askAll = () => ask(runs.values());
  let timer: NodeJS.Timeout | undefined;

  notifications.follow(({ runId, seq, status }: Told) => {
    const run = runs.get(runId);
    if (!run) return;
    if (status === undefined) ask([run]);
    else take(run, { seq, status });
  });
  listener.onReturn(askAll);

  function open(id: string): Watched {
    const run: Watched = { id, watchers: new Set(), isKnown: false };
    runs.set(id, run);
    timer ??= setInterval(askAll, every).unref();
    return run;
  }

  function leave(run: Watched, watcher: RunWatcher): void {
    run.watchers.delete(watcher);
    if (run.watchers.size === 0 && runs.get(run.id) === run) runs.delete(run.id);
    if (runs.size === 0) close();
  }

  function close(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(runId, watcher) {
      const run = runs.get(runId) ?? open(runId);
      run.watchers.add(watcher);
      if (!run.isKnown || !listener.isListening()) ask([run]);
      if (run.isKnown) queueMicrotask(() => run.watchers.has(watcher) && watcher.hear(run.head));
      return () => leave(run, watcher);
    },
    async look(id) {
      const run: Watched = { id, watchers: new Set(), isKnown: false };
      await answered(run);
      return run.head;
    },
    close,
  };
}

/** Looks for runs, one statement at a time: those that are asked for meanwhile wait for the next. */
function createLooks(lookAt: LookAtRuns) {
  /** With those who wait for the answer itself. */
  let next = new Map<Watched, PromiseWithResolvers<void>[]>();
  let isLooking = false;

  function ask(asked: Iterable<Watched>): void {
    for (const run of asked) if (!next.has(run)) next.set(run, []);
    if (!isLooking) void lookOn();
  }

  async function lookOn(): Promise<void> {
    isLooking = true;
    // Those who ask in the same moment go together.
    await Promise.resolve();
    while (next.size > 0) {
      const asked = next;
      next = new Map();
      await lookFor(asked);
    }
    isLooking = false;
  }

  async function lookFor(asked: ReadonlyMap<Watched, readonly PromiseWithResolvers<void>[]>): Promise<void> {
    const wanted = [...asked].filter(([run, waiting]) => run.watchers.size > 0 || waiting.length > 0);
    if (wanted.length === 0) return;
    try {
      const rows = await lookAt(wanted.map(([{ id, head }]) => ({ id, seq: head?.seq ?? 0 })));
      const found = new Map(rows.map(({ id, seq, status }) => [id, { seq, status }]));
      for (const [run, waiting] of wanted) {
        take(run, found.get(run.id));
        for (const { resolve } of waiting) resolve();
      }
    } catch (error) {
      for (const [{ watchers }, waiting] of wanted) {
        for (const watcher of watchers) watcher.fail(error);
        for (const { reject } of waiting) reject(error);
      }
    }
  }

  function answered(run: Watched): Promise<void> {
    const answer = Promise.withResolvers<void>();
    next.set(run, [answer]);
    ask([run]);
    return answer.promise;
  }

  return { ask, answered };
}

/** Tells a head that is further, and of the first look also that there is none. */
function take(run: Watched, head: RunHead | undefined): void {
  const isFirst = !run.isKnown;
  run.isKnown = true;
  if (head && head.seq > (run.head?.seq ?? 0)) run.head = head;
  else if (!isFirst || run.head) return;
  for (const watcher of run.watchers) watcher.hear(run.head);
}

/** How far runs have come, in one statement. */
export function lookIn(database: Database): LookAtRuns {
  return (sought) => database.query(HEADS, [sought.map(({ id }) => id), sought.map(({ seq }) => seq)]);
}

const HEADS = {
  name: 'heads',
  text: `
    select v.run_id as id, v.seq, v.status from unnest($1::text[], $2::bigint[]) as w (id, seq)
      join run_views v on v.run_id = w.id and v.seq > w.seq`,
};
