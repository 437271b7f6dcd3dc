import type { Changed, Position } from '../../ports/store/changes.ts';
import type { RowContext } from '../rows/run-row.ts';
import type { Delivery } from './kept.ts';
import { messagesOf } from './messages.ts';

/** What is heard of changes, to be taken in portions. */
export interface Notifications {
  areThere(): boolean;
  /** Where it began to listen. */
  begin(): Promise<string>;
  /** What was heard since the last. Throws when the database does not answer, or cannot say what has changed. */
  take(): Promise<Delivery>;
  close(): void;
}

/**
 * What is heard, and the id up to which it is known to be all. A snapshot alone proves nothing: it may show a change whose notification is
 * lost on the way. Notifications come in the order of the changes, so one of a change behind a snapshot proves that what was seen in that
 * snapshot was heard. Hence the id is that of the delivery before, and who comes back is told that one again.
 */
export function createNotifications(context: RowContext, tell: () => void): Notifications {
  const { store, neededWorkers } = context;
  let hinted = new Map<string, number>();
  let again = new Set<string>();
  let mayBeMissing = false;
  let newest: Position | undefined;
  let confirmed: string | undefined;
  let beginning: Promise<Position> | undefined;

  const unfollow = store.changes.follow({
    hear(runId, seq) {
      hinted.set(runId, Math.max(seq, hinted.get(runId) ?? 0));
      tell();
    },
    returned() {
      mayBeMissing = true;
      tell();
    },
  });
  // Whether somebody polls for a run is told by no row.
  const unfollowWorkers = neededWorkers.follow((runIds) => {
    again = new Set([...again, ...runIds]);
    tell();
  });
  const begin = (): Promise<Position> => (beginning ??= store.changes.now());

  return {
    areThere: () => mayBeMissing || hinted.size > 0 || again.size > 0,
    begin: async () => (await begin()).id,
    async take() {
      const before = newest ?? (await begin());
      const hints = hinted;
      const all = mayBeMissing;
      const unchanged = [...again];
      hinted = new Map();
      again = new Set();
      mayBeMissing = false;
      const among = all ? {} : { among: [...hints.keys()] };
      const changed = await store.changes.since(confirmed ?? before.id, {
        ...among,
        edge: before.edge,
        again: unchanged,
      });
      if (!changed) throw new Error('The database no longer knows what has changed since the last look.');
      if (all) confirmed = changed.position.id;
      else if (confirmed === undefined || proves(changed, hints)) confirmed = before.id;
      newest = changed.position;
      return { id: confirmed, messages: await messagesOf(context, changed) };
    },
    close() {
      unfollow();
      unfollowWorkers();
    },
  };
}

/** Whether one of these changes was heard that was stored behind the snapshot before. */
function proves({ runs }: Changed, hints: ReadonlyMap<string, number>): boolean {
  return runs.some(({ row, isBehindEdge }) => isBehindEdge && hints.get(row.record.id) === row.state.seq);
}
