import type { Requests, StoredAnswer } from '../domain/store.ts';
import { digestOfJson } from './digest.ts';
import type { Database } from './pool.ts';

const KEPT = 24 * 60 * 60 * 1_000;
/** A request in flight for longer than this was left behind by a process that died. */
const IN_FLIGHT = 60_000;

interface Row {
  readonly digest: string;
  readonly answer: StoredAnswer | null;
}

export function createRequests(database: Database): Requests {
  return {
    async begin({ scope, key, digest }) {
      for (;;) {
        const id = idOf({ scope, key });
        const now = Date.now();
        const taken = await database.query(BEGIN, [id, digest, now, now + KEPT, now - IN_FLIGHT]);
        if (taken.length > 0) return { state: 'new' };
        const [row] = await database.query<Row>(FIND, [id]);
        if (row) return stateOf(row, digest);
        // It was forgotten between the two: it can be begun again.
      }
    },
    async finish(key, answer) {
      const now = Date.now();
      await database.query(FINISH, [idOf(key), JSON.stringify(answer), now]);
    },
    async forget(key) {
      await database.query(FORGET, [idOf(key)]);
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
