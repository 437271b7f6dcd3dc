import type { Booking, KnownLimits, Limits, LimitsOfKey, NotedLimits, SaidLimit } from '../ports/store/limits.ts';
import { type Database, only } from './pool.ts';

interface KnownRow {
  readonly requests: number | null;
  readonly tokens: number | null;
  readonly concurrency: number | null;
  readonly presumed: number | null;
  readonly blocked_for: number;
}

interface LimitsRow extends KnownRow {
  readonly endpoint: string;
  readonly key: string;
  readonly model: string;
}

export function createLimits(database: Database): Limits {
  return {
    async book({ endpoint, key, model, now }, call, { requestsPerMinute, tokensPerMinute, concurrency }) {
      const { runId, token, execution, input, longest, patience, unasked } = call;
      const values = [
        endpoint,
        key,
        model,
        runId,
        call.call,
        token,
        execution,
        now ?? null,
        input,
        longest,
        patience === undefined ? null : Math.floor(patience),
        requestsPerMinute ?? null,
        tokensPerMinute ?? null,
        concurrency ?? null,
        JSON.stringify(unasked.map(rounded)),
      ];
      return only(await database.query<Booking>(BOOK, values));
    },
    async note({ endpoint, key, model, now }, noted) {
      await database.query(NOTE, [endpoint, key, model, now ?? null, JSON.stringify(writtenNote(noted))]);
    },
    async look({ endpoint, key, model, now }) {
      return knownOf(only(await database.query<KnownRow>(LOOK, [endpoint, key, model, now ?? null])));
    },
    async renew({ endpoint, key, model, now }, executions) {
      await database.query(RENEW, [endpoint, key, model, now ?? null, executions]);
    },
    async all() {
      const rows = await database.query<LimitsRow>(ALL);
      return rows.map(toLimitsOfKey);
    },
  };
}

function rounded({ age, ...counts }: NotedLimits['unasked'][number]) {
  return { ...counts, age: Math.round(age) };
}

function writtenNote({ requests, tokens, counts, unasked, executions, ...rest }: NotedLimits) {
  const { concurrency, blocked, presumes = false, paces = false, answer, callTime } = rest;
  return {
    ...writtenSaid('requests', requests),
    ...writtenSaid('tokens', tokens),
    counts,
    unasked: unasked.map(rounded),
    executions,
    concurrency,
    blocked: blocked && Math.ceil(blocked),
    presumes,
    paces,
    answer,
    call_time: callTime && Math.round(callTime),
  };
}

function writtenSaid(name: string, said: SaidLimit | undefined) {
  if (!said) return {};
  if (said.limit === null) return { [`forget_${name}`]: true };
  return {
    [name]: said.limit,
    [`${name}_remaining`]: said.remaining,
    [`${name}_reset`]: said.reset && Math.ceil(said.reset),
  };
}

function knownOf({ requests, tokens, concurrency, presumed, blocked_for: blockedFor }: KnownRow): KnownLimits {
  const most = presumed !== null && presumed < (requests ?? Infinity) ? presumed : requests;
  return {
    ...(most !== null && { requests: most }),
    ...(tokens !== null && { tokens }),
    ...(concurrency !== null && { concurrency }),
    isPresumed: most !== null && most === presumed,
    blockedFor,
  };
}

function toLimitsOfKey(row: LimitsRow): LimitsOfKey {
  const { endpoint, key, model } = row;
  return { endpoint, key, ...(model !== '' && { model }), ...knownOf(row) };
}

const BOOK = {
  name: 'book-call',
  text: `select * from book_call($1, $2, $3, $4, $5, $6, $7, $8::bigint, $9::bigint, $10::bigint, $11::bigint, $12::bigint, $13::bigint,
    $14::bigint, $15::json)`,
};

const NOTE = { name: 'note-limits', text: 'select note_limits($1, $2, $3, $4::bigint, $5::json)' };

/** What headers said a day ago no longer counts. */
const IS_FRESH = 'l.learned_at > extract(epoch from now()) * 1000 - 86400000';
/** The same for the calls at once that a refusal named. */
const IS_CONCURRENCY_FRESH = 'l.concurrency_at > extract(epoch from now()) * 1000 - 86400000';

/** The lower of what is known of the model and of all models of its key. */
const LOOK = {
  name: 'look-at-limits',
  text: `
    select min(l.requests) filter (where ${IS_FRESH}) as requests, min(l.tokens) filter (where ${IS_FRESH}) as tokens,
      min(l.concurrency) filter (where ${IS_CONCURRENCY_FRESH}) as concurrency, min(l.presumed) as presumed,
      greatest(0, coalesce(max(l.blocked_until), 0) - coalesce($4::bigint, floor(extract(epoch from now()) * 1000)))::bigint as blocked_for
    from endpoint_limits l where l.endpoint = $1 and l.key = $2 and l.model in ('', $3)`,
};

/** It locks the key's limits before its leases, in the same order as the other statements, so that none of them can deadlock. */
const RENEW = {
  name: 'renew-leases',
  text: `
    with locked as materialized (select lock_limits($1, $2, $3, $4::bigint) as moment)
    insert into limit_leases as e (execution, endpoint, key, begun, expires)
    select x, $1, $2, l.moment, l.moment + 30000 from locked l, unnest($5::text[]) as x
    on conflict (execution) do update set expires = excluded.expires`,
};

const ALL = {
  text: `
    select l.endpoint, l.key, l.model, case when ${IS_FRESH} then l.requests end as requests,
      case when ${IS_FRESH} then l.tokens end as tokens,
      case when ${IS_CONCURRENCY_FRESH} then l.concurrency end as concurrency, l.presumed,
      greatest(0, l.blocked_until - floor(extract(epoch from now()) * 1000))::bigint as blocked_for
    from endpoint_limits l order by l.endpoint, l.key, l.model`,
};
