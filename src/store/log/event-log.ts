import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../model/event.ts';
import type { Look } from '../../ports/store/calls.ts';
import { LogFork, UnknownRun } from '../../ports/store/errors.ts';
import type { EventLog } from '../../ports/store/events.ts';
import { parseStored } from '../../text/exact-json.ts';
import { storeBatch } from '../batch.ts';
import type { Database } from '../pool.ts';
import { reachesOtherAttempts } from '../views/attempt-view.ts';
import { waitForSeq, waitUntilSo } from '../wait.ts';
import { ATTEMPT, type Heads, type KnownHead, knownHead, type StoredHead } from './heads.ts';
import type { Notifications } from './notifications.ts';
import { type Evolve, project } from './projection.ts';
import { SINCE, writtenState } from './snapshots.ts';
import type { WatchedRuns } from './watched-runs.ts';

export interface EventLogParts {
  readonly database: Database;
  readonly notifications: Pick<Notifications, 'subscribe'>;
  readonly watched: WatchedRuns;
  readonly evolve: Evolve;
  readonly heads: Heads;
}

export function createEventLog({ database, notifications, watched, evolve, heads }: EventLogParts): EventLog {
  return {
    async append(runId, events, look) {
      if (events.length === 0) return;
      mustBeDense(runId, events);
      while (!(await tryAppend({ database, heads, evolve }, runId, events, look)));
    },
    read: readerOf(database),
    waitFor: (runId, seq, timeout) => waitForSeq(watched, runId, seq, timeout),
    waitUntil: (runId, isSo, timeout, signal) => waitUntilSo(watched, runId, isSo, { timeout, signal }),
    watch: (runId, watcher) => watched.watch(runId, watcher),
    subscribe: (hear) => notifications.subscribe(hear),
    async discarded(calls) {
      if (calls.length === 0) return [];
      const values = [calls.map(({ runId }) => runId), calls.map(({ token }) => token)];
      const rows = await database.query<{ run_id: string; token: string }>(DISCARDED, values);
      const gone = new Set(rows.map(({ run_id, token }) => `${run_id} ${token}`));
      return calls.filter(({ runId, token }) => gone.has(`${runId} ${token}`));
    },
  };
}

export function readerOf(database: Database): EventLog['read'] {
  return async (runId, after, limit) => {
    const rows = await database.query<{ body: Event }>(READ, [runId, Math.min(after, Number.MAX_SAFE_INTEGER), limit]);
    return rows.map(({ body }) => body);
  };
}

interface Writing {
  readonly database: Database;
  readonly heads: Heads;
  readonly evolve: Evolve;
}

/** One round trip when the batch continues what this process wrote last, two when not. False: another writer came between. */
async function tryAppend(writing: Writing, runId: string, events: readonly Event[], look?: Look): Promise<boolean> {
  const { database, heads, evolve } = writing;
  const head: KnownHead & Partial<Head> = heads.get(runId, events) ?? (await readHead(database, runId, events));
  const { state, attempts, known = [] } = head;
  const fresh = events.filter(({ seq }) => seq > state.seq);
  mustAgree(runId, events, known);
  const [first] = fresh;
  if (!first) return true;
  if (first.seq > state.seq + 1) {
    throw new LogFork(
      `The log of ${runId} ends at ${state.seq}; a batch that begins at ${first.seq} would leave a hole.`,
    );
  }
  const rows = new Map(attempts.map((row) => [row.token, row]));
  const batch = project(state, rows, fresh, evolve);
  heads.forget(runId);
  const written = writtenState(batch.state, head.snapshot);
  const stored = await storeBatch(database, runId, state.seq, batch, written, look);
  if (stored) heads.stored(runId, head, batch, written.snapshot);
  return stored;
}

interface Head extends KnownHead {
  /** What the log holds under the numbers of the batch. */
  readonly known: readonly Event[];
}

async function readHead(database: Database, runId: string, events: readonly Event[]): Promise<Head> {
  const tokens = events.flatMap((event) => ('token' in event ? [event.token] : []));
  const values = [runId, events[0]?.seq, events.at(-1)?.seq, tokens, events.some(reachesOtherAttempts)];
  const [head] = await database.query<StoredHead & { readonly known: Event[] | null }>(HEAD, values);
  if (!head) throw new UnknownRun(runId);
  return { ...knownHead(head), known: head.known ?? [] };
}

function mustBeDense(runId: string, events: readonly Event[]): void {
  const first = events[0]?.seq ?? 1;
  const hole = events.find((event, at) => event.seq !== first + at);
  if (hole) throw new LogFork(`A batch for ${runId} has a hole before ${hole.seq}.`);
}

function mustAgree(runId: string, events: readonly Event[], known: readonly Event[]): void {
  const stored = new Map(known.map((event) => [event.seq, event]));
  const other = events.find(
    (event) => stored.has(event.seq) && !isDeepStrictEqual(stored.get(event.seq), asStored(event)),
  );
  if (other)
    throw new LogFork(`The log of ${runId} holds another event under ${other.seq} than the ${other.type} sent for it.`);
}

/** As it would be read back: without what JSON leaves out. */
function asStored(event: Event): unknown {
  return parseStored(JSON.stringify(event));
}

const HEAD = {
  name: 'head',
  text: `
    select v.state, octet_length(v.state::text) as size, ${SINCE} as since, (select r.record ->> 'topology' from runs r where r.id = v.run_id) as topology,
      (select json_agg(e.body) from events e where e.run_id = v.run_id and e.seq between $2 and $3) as known,
      (
        select json_agg(${ATTEMPT})
        from attempt_views a where a.run_id = v.run_id and ($5::boolean or a.token = any($4::text[]))
      ) as attempts
    from run_views v where v.run_id = $1`,
};

const READ = {
  name: 'read',
  text: 'select body from events where run_id = $1 and seq > $2 order by seq limit $3',
};

const DISCARDED = {
  name: 'discarded',
  text: `
    select run_id, token from attempt_views
    where (run_id, token) in (select * from unnest($1::text[], $2::text[])) and status = 'discarded'`,
};
