import type { CallWait, Waits } from '../../ports/store/waits.ts';
import type { Database } from '../pool.ts';
import { FAULT_CHANNEL, waitKey } from './faults.ts';

/** Statuses of runs that have ended, as an array of PostgreSQL. */
export const ENDED = '{completed,failed,stopped,cancelled,terminated}';

export function createWaits(database: Database): Waits {
  return {
    async begin({ runId, counted, phase, token, reason, endpoint, cap, until, now }) {
      const key = waitKey(counted, phase);
      const values = [runId, key, token, reason, endpoint ?? null, cap ?? null, until, now, counted, phase];
      const [row] = await database.query<{ since: number }>(BEGIN, values);
      return { since: row?.since ?? now };
    },
    async ofRun(runId) {
      const [row] = await database.query<{ waits: readonly StoredWait[] | null }>(OF_RUN, [runId]);
      return (row?.waits ?? []).map(toWait);
    },
    async sent({ runId, counted }) {
      await database.query(SENT, [runId, counted]);
    },
  };
}

/**
 * The locks let either the wait or the end of its call come first, so that no wait is left behind: the statement that ends a call deletes
 * its wait, and a later one finds the attempt or the run ended. Lists of runs hear when a wait begins, not each time that it goes on. */
const BEGIN = {
  name: 'begin-wait',
  text: `
    with before as (
      select w.since, w.reason, w.sent, w.faults_from from call_waits w where w.run_id = $1 and w.counted = $2
    ), run as materialized (
      select v.run_id from run_views v where v.run_id = $1 and v.status <> all('${ENDED}') for share
    ), call as materialized (
      select a.status from attempt_views a join run on a.run_id = run.run_id where a.token = $3 for share of a
    ), kept as (
      insert into call_waits as w (run_id, counted, token, reason, endpoint, cap, since, until, sent, faults_from)
      select $1, $2, $3, $4, $5, $6, least($8::bigint, case when $4 = 'outage' then (
        select min(greatest(f.started_at, (select b.faults_from from before b))) from faults f where f.run_id = $1 and f.token = $9 and f.phase = $10
      ) end), $7::bigint, false, case $4 when 'limit' then $7::bigint when 'cap' then $8::bigint else 0 end
      from run where not exists (select from call where call.status <> 'pending')
      on conflict (run_id, counted) do update set reason = excluded.reason, endpoint = excluded.endpoint, cap = excluded.cap,
        until = excluded.until, sent = false, faults_from = greatest(w.faults_from, excluded.faults_from),
        since = case when w.reason = excluded.reason then w.since else excluded.since end
      returning w.since
    )
    select kept.since, case when not exists (select from before b where b.reason = $4 and not b.sent)
      then pg_notify('${FAULT_CHANNEL}', $1) end
    from kept`,
};

const SENT = {
  name: 'sent-wait',
  text: `
    with out as (
      update call_waits set sent = true where run_id = $1 and counted = $2 and not sent returning run_id
    )
    select pg_notify('${FAULT_CHANNEL}', run_id) from out`,
};

/** Milliseconds after its time at which a call is no longer shown as waiting: it has begun, or waits for a slot. */
const OVERDUE = 10_000;

/** Whether the row `w` is of a call that waits now. */
export const IS_WAITING = `not w.sent and w.until > extract(epoch from now()) * 1000 - ${OVERDUE}`;

/** The waits of the run `r`, as JSON. */
export const WAITS_OF_RUN = `(
    select json_agg(json_build_object(
      'token', w.token, 'reason', w.reason, 'endpoint', w.endpoint, 'cap', w.cap, 'since', w.since, 'until', w.until
    ) order by w.since, w.counted) from call_waits w where w.run_id = r.id and ${IS_WAITING}
  )`;

const OF_RUN = { name: 'waits-of-run', text: `select ${WAITS_OF_RUN} as waits from (select $1::text as id) r` };

export type StoredWait = Omit<CallWait, 'endpoint' | 'cap'> & {
  readonly endpoint: string | null;
  readonly cap: string | null;
};

export function toWait({ endpoint, cap, ...wait }: StoredWait): CallWait {
  return { ...wait, ...(endpoint !== null && { endpoint }), ...(cap !== null && { cap }) };
}
