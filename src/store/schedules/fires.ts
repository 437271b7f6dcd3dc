import type { Fire, FireFailure, Schedules } from '../../ports/store/schedules.ts';
import type { Database } from '../pool.ts';

/** The channel on which it is told that a schedule has fired. */
export const FIRE_CHANNEL = 'dsap_fires';

type Fires = Pick<Schedules, 'announce' | 'claim' | 'settle' | 'recall' | 'over' | 'told' | 'failures' | 'openRuns'>;

interface Row {
  readonly tenant: string;
  readonly schedule: string;
  readonly execution: string;
  readonly at: number;
}

/** What has become of the fires of schedules. */
export function createFires(database: Database): Fires {
  return {
    async announce(fire) {
      await database.query(ANNOUNCE, [...nameOf(fire), fire.at]);
    },
    claim: async (limit) => (await database.query<Row>(CLAIM, [Date.now(), limit])).map(fireOf),
    async settle(fire, outcome) {
      const [runId, failure] = 'runId' in outcome ? [outcome.runId, null] : [null, outcome.failure];
      await database.query(SETTLE, [...nameOf(fire), runId, failure]);
      if (failure) await database.query(FORGET, [fire.schedule.tenant, fire.schedule.id, KEPT_FAILURES]);
    },
    async recall(fire) {
      const [row] = await database.query<{ state: string; run_id: string | null }>(RECALL, nameOf(fire));
      if (row?.state === 'claimed') return 'undecided';
      return row?.run_id == null ? {} : { runId: row.run_id };
    },
    over: async (limit) => (await database.query<Row>(OVER, [limit])).map(fireOf),
    async told(fire) {
      await database.query(TOLD, nameOf(fire));
    },
    async failures({ tenant, id }, limit) {
      const rows = await database.query<{ failure: FireFailure }>(FAILURES, [tenant, id, limit]);
      return rows.map(({ failure }) => failure);
    },
    async openRuns({ tenant, id }) {
      return (await database.query<{ run_id: string }>(OPEN_RUNS, [tenant, id])).map((row) => row.run_id);
    },
  };
}

/** Refused fires that are kept of each schedule. */
const KEPT_FAILURES = 100;

function nameOf({ schedule: { tenant, id }, execution }: Pick<Fire, 'schedule' | 'execution'>): readonly string[] {
  return [tenant, id, execution];
}

function fireOf({ tenant, schedule, execution, at }: Row): Fire {
  return { schedule: { tenant, id: schedule }, execution, at };
}

const ANNOUNCE = {
  text: `
    with added as (
      insert into schedule_fires (tenant, schedule, execution, at, state, told) values ($1, $2, $3, $4, 'due', false)
      on conflict do nothing
    )
    select pg_notify('${FIRE_CHANNEL}', '')`,
};

const CLAIM = {
  text: `
    update schedule_fires f set state = 'claimed', claimed_at = $1 from (
      select tenant, schedule, execution from schedule_fires
      where not told and (state = 'due' or (state = 'claimed' and claimed_at < $1::bigint - 30000))
      order by at limit $2 for update skip locked
    ) due
    where (f.tenant, f.schedule, f.execution) = (due.tenant, due.schedule, due.execution)
    returning f.tenant, f.schedule, f.execution, f.at`,
};

const SETTLE = {
  text: `
    update schedule_fires set state = case when $4::text is null then 'refused' else 'started' end, run_id = $4, failure = $5::json
    where tenant = $1 and schedule = $2 and execution = $3 and state = 'claimed'`,
};

const FORGET = {
  text: `
    delete from schedule_fires where tenant = $1 and schedule = $2 and state = 'refused' and told and at < (
      select at from schedule_fires where tenant = $1 and schedule = $2 and state = 'refused' order by at desc offset $3 limit 1
    )`,
};

const RECALL = {
  text: `
    with recalled as (
      update schedule_fires set state = 'recalled' where tenant = $1 and schedule = $2 and execution = $3 and state = 'due' returning state, run_id
    )
    select state, run_id from recalled
    union all
    select state, run_id from schedule_fires
      where tenant = $1 and schedule = $2 and execution = $3 and not exists (select from recalled)`,
};

const OVER = {
  text: `
    select f.tenant, f.schedule, f.execution, f.at from schedule_fires f left join run_views v on v.run_id = f.run_id
    where not f.told and (
      f.state in ('refused', 'recalled')
      or (f.state = 'started' and v.status in ('stopped', 'completed', 'failed', 'cancelled', 'terminated'))
    )
    order by f.at limit $1`,
};

/** Nobody asks for a recalled one again. */
const TOLD = {
  text: `
    with gone as (delete from schedule_fires where tenant = $1 and schedule = $2 and execution = $3 and state = 'recalled')
    update schedule_fires set told = true where tenant = $1 and schedule = $2 and execution = $3 and state <> 'recalled'`,
};

const FAILURES = {
  text: `
    select failure from schedule_fires where tenant = $1 and schedule = $2 and state = 'refused' order by at desc limit $3`,
};

const OPEN_RUNS = {
  text: `
    select run_id from schedule_fires
    where tenant = $1 and schedule = $2 and state = 'started' and not told order by at limit 100`,
};
