import type { CallWait, Waits } from '../../ports/store/waits.ts';
import type { Database } from '../pool.ts';
import { FAULT_CHANNEL } from './faults.ts';

export function createWaits(database: Database): Waits {
  return {
    async begin({ runId, counted, token, reason, endpoint, cap, until, now }) {
      const values = [runId, counted, token, reason, endpoint ?? null, cap ?? null, until, now];
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

/** Lists of runs hear when a wait begins, not each time that it goes on. */
const BEGIN = {
  name: 'begin-wait',
  text: `
    with before as (
      select w.since, w.reason, w.sent from call_waits w where w.run_id = $1 and w.counted = $2
    ), kept as (
      insert into call_waits as w (run_id, counted, token, reason, endpoint, cap, since, until, sent)
      select $1, $2, $3, $4, $5, $6, least($8::bigint, case when $4 = 'outage' then (
        select min(f.started_at) from faults f where f.run_id = $1 and f.token = $2 and f.phase = 'generate'
      ) end), $7::bigint, false
      where not exists (select from attempt_views v where v.run_id = $1 and v.token = $3 and v.status = 'discarded')
      on conflict (run_id, counted) do update set reason = excluded.reason, endpoint = excluded.endpoint, cap = excluded.cap,
        until = excluded.until, sent = false,
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

/** The waits of the run `r`, as JSON. */
export const WAITS_OF_RUN = `(
    select json_agg(json_build_object(
      'token', w.token, 'reason', w.reason, 'endpoint', w.endpoint, 'cap', w.cap, 'since', w.since, 'until', w.until
    ) order by w.since, w.counted) from call_waits w where w.run_id = r.id and not w.sent and w.until > extract(epoch from now()) * 1000 - ${OVERDUE}
  )`;

const OF_RUN = { name: 'waits-of-run', text: `select ${WAITS_OF_RUN} as waits from (select $1::text as id) r` };

export type StoredWait = Omit<CallWait, 'endpoint' | 'cap'> & {
  readonly endpoint: string | null;
  readonly cap: string | null;
};

export function toWait({ endpoint, cap, ...wait }: StoredWait): CallWait {
  return { ...wait, ...(endpoint !== null && { endpoint }), ...(cap !== null && { cap }) };
}
