import type { Requests, StoredAnswer } from '../../ports/store.ts';
import { digestOfJson } from '../digest.ts';
import type { Database } from '../pool.ts';

const KEPT = 24 * 60 * 60 * 1_000;
/** A request in flight whose process has not said for so long that it still works on it was left behind by one that died. */
const LEASE = 4_000;
/** How often that is said. */
const BEAT = 1_000;

interface Row {
  readonly digest: string;
  readonly answer: StoredAnswer | null;
}

export function createRequests(database: Database): Requests {
  const held = holdLeases(database);
  return {
    async begin({ scope, key, digest }) {
      for (;;) {
        const id = idOf({ scope, key });
        const now = Date.now();
        const taken = await database.query(BEGIN, [id, digest, now, now + KEPT, now - LEASE]);
        if (taken.length > 0) {
          held.add(id);
          return { state: 'new' };
        }
        const [row] = await database.query<Row>(FIND, [id]);
        if (row) return stateOf(row, digest);
        // It was forgotten between the two: it can be begun again.
      }
    },
    async finish(key, answer) {
      const id = idOf(key);
      await database.query(FINISH, [id, JSON.stringify(answer), Date.now()]).finally(() => held.drop(id));
    },
    async forget(key) {
      const id = idOf(key);
      await database.query(FORGET, [id]).finally(() => held.drop(id));
    },
  };
}

/** Renews what this process works on, for as long as it lives. What the database does not hear is lost with the lease. */
function holdLeases(database: Database) {
  const ids = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const renew = (): void => void database.query(RENEW, [Date.now(), [...ids]]).catch(() => undefined);
  return {
    add(id: string): void {
      ids.add(id);
      timer ??= setInterval(renew, BEAT).unref();
    },
    drop(id: string): void {
      ids.delete(id);
      if (ids.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function stateOf({ digest, answer }: Row, asked: string): Awaited<ReturnType<Requests['begin']>> {
  if (digest !== asked) return { state: 'other' };
  return answer ? { state: 'done', answer } : { state: 'busy' };
}

function idOf({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return digestOfJson([scope, key]);
}

/** Takes a key that is free, has expired, or was left in flight with the same body. Of two at once one gets it. */
const BEGIN = {
  name: 'begin-request',
  text: `
    insert into requests as r (id, digest, answer, started_at, expires_at) values ($1, $2, null, $3, $4)
    on conflict (id) do update
    set digest = excluded.digest, answer = null, started_at = excluded.started_at, expires_at = excluded.expires_at
    where r.expires_at <= $3 or (r.answer is null and r.digest = excluded.digest and r.started_at <= $5)
    returning 1`,
};

const RENEW = {
  name: 'renew-requests',
  text: 'update requests set started_at = $1 where id = any($2::text[]) and answer is null',
};

const FIND = { name: 'request', text: 'select digest, answer from requests where id = $1' };

/** Each answer kept also sweeps away a few that are over. */
const FINISH = {
  name: 'finish-request',
  text: `
    with swept as (
      delete from requests where id in (
        select id from requests where expires_at <= $3 and id <> $1 order by expires_at limit 10 for update skip locked
      )
    )
    update requests set answer = $2::json where id = $1`,
};

const FORGET = { name: 'forget-request', text: 'delete from requests where id = $1' };
