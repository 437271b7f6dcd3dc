import type { Schedules, StoredSchedule } from '../../ports/store/schedules.ts';
import { AUDIT, auditValues } from '../log/audit.ts';
import type { Listener } from '../log/listener.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import type { Database } from '../pool.ts';
import { LISTED_INPUT } from '../runs/runs.ts';
import { createFires, FIRE_CHANNEL } from './fires.ts';

interface Row {
  readonly tenant: string;
  readonly id: string;
  readonly body: StoredSchedule['order'];
  readonly paused: boolean;
  readonly note: string | null;
  readonly revision: number;
  readonly synced: number;
  readonly deleted: boolean;
  readonly created_by: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly request_digest: string;
}

export interface SchedulesParts {
  readonly database: Database;
  readonly listener: Pick<Listener, 'subscribe' | 'onReturn'>;
}

export function createSchedules({ database, listener }: SchedulesParts): Schedules {
  const hearers = new Set<() => void>();
  const tell = () => hearers.forEach((hear) => hear());
  listener.subscribe(tell, FIRE_CHANNEL);
  listener.onReturn(tell);
  const find: Schedules['find'] = async ({ tenant, id }) => {
    const [row] = await database.query<Row>(FIND, [tenant, id]);
    return row && scheduleOf(row);
  };
  return {
    ...createFires(database),
    find,
    async add({ tenant, id, order, paused, note, createdBy, createdAt, updatedAt, requestDigest }, audit) {
      const values = [tenant, id, order, paused, note ?? null, createdBy, createdAt, updatedAt, requestDigest];
      const [added] = await database.query<Row>(ADD, [...auditValues(audit), ...values]);
      if (added) return { added: scheduleOf(added) };
      const existing = await find({ tenant, id });
      if (!existing) throw new Error(`The schedule ${id} was deleted in the very moment in which it was made anew.`);
      return { existing };
    },
    async list(tenant, page) {
      const rows = await database.query<Row>(LIST, [tenant, ...keyIn(LIST_NAME, page, ['string']), page.limit + 1]);
      return pageOf(rows, page, ({ id }) => cursorOf(LIST_NAME, [id]), scheduleOf);
    },
    async change({ tenant, id, order, paused, note, revision, updatedAt, isDeleted }, audit) {
      const values = [tenant, id, order, paused, note ?? null, revision, updatedAt, isDeleted];
      const [row] = await database.query<Row>(CHANGE, [...auditValues(audit), ...values]);
      return row && scheduleOf(row);
    },
    async synced({ tenant, id, revision }) {
      await database.query(SYNCED, [tenant, id, revision]);
    },
    async work() {
      const [work] = await database.query<{ unsynced: readonly Row[] | null; fires: boolean }>(WORK, [Date.now()]);
      return { unsynced: (work?.unsynced ?? []).map(scheduleOf), hasFires: work?.fires ?? false };
    },
    async after(name, limit) {
      const rows = await database.query<Row>(AFTER, [name?.tenant ?? '', name?.id ?? '', limit]);
      return rows.map(scheduleOf);
    },
    async known(names) {
      return database.query<Pick<Row, 'tenant' | 'id'>>(KNOWN, [
        names.map(({ tenant }) => tenant),
        names.map(({ id }) => id),
      ]);
    },
    onFire(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}

const LIST_NAME = 'schedules';

function scheduleOf(row: Row): StoredSchedule {
  return {
    tenant: row.tenant,
    id: row.id,
    order: row.body,
    paused: row.paused,
    ...(row.note !== null && { note: row.note }),
    revision: row.revision,
    synced: row.synced,
    isDeleted: row.deleted,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    requestDigest: row.request_digest,
  };
}

/** The audit row is stored with what it tells of, and only then. Its six values come first. */
const AUDITED = `audited as (insert into ${AUDIT} select $1::bigint, $2, $3, $4, $5, $6 from changed)`;

/** One that is deleted, and whose end Temporal has not heard of yet, begins anew under its name. */
const ADD = {
  name: 'add-schedule',
  text: `
    with changed as (
      insert into schedules (tenant, id, body, paused, note, revision, synced, deleted, created_by, created_at, updated_at, request_digest)
      values ($7, $8, $9::json, $10, $11, 1, 0, false, $12, $13, $14, $15)
      on conflict (tenant, id) do update
        set body = excluded.body, paused = excluded.paused, note = excluded.note, revision = schedules.revision + 1, deleted = false,
          created_by = excluded.created_by, created_at = excluded.created_at, updated_at = excluded.updated_at,
          request_digest = excluded.request_digest
        where schedules.deleted
      returning *
    ), ${AUDITED}
    select * from changed`,
};

const FIND = { name: 'schedule', text: 'select * from schedules where tenant = $1 and id = $2 and not deleted' };

/** The columns of a schedule without an input that makes it large: reading many of them at once must not take them. */
const LIGHT = `tenant, id, paused, note, revision, synced, deleted, created_by, created_at, updated_at, request_digest,
  case when octet_length((body -> 'input')::text) > ${LISTED_INPUT}
    then (select json_object_agg(key, value) from json_each(body) where key <> 'input') else body end as body`;

const LIST = {
  text: `select ${LIGHT} from schedules where tenant = $1 and not deleted and ($2::text is null or id > $2) order by id limit $3`,
};

const CHANGE = {
  text: `
    with changed as (
      update schedules set body = $9::json, paused = $10, note = $11, revision = revision + 1, updated_at = $13, deleted = $14
      where tenant = $7 and id = $8 and revision = $12 and not deleted returning *
    ), ${AUDITED}
    select * from changed`,
};

const SYNCED = {
  text: `
    with gone as (delete from schedules where tenant = $1 and id = $2 and revision = $3 and deleted)
    update schedules set synced = $3 where tenant = $1 and id = $2 and synced < $3 and not deleted`,
};

/** At most 100 at a time: the next look goes on. */
const WORK = {
  name: 'schedule-work',
  text: `
    select
      (select json_agg(s) from (select ${LIGHT} from schedules where synced < revision order by tenant, id limit 100) s) as unsynced,
      exists (
        select from schedule_fires f left join run_views v on v.run_id = f.run_id
        where not f.told and (
          f.state = 'due' or (f.state = 'claimed' and f.claimed_at < $1::bigint - 30000) or f.state in ('refused', 'recalled')
          or (f.state = 'started' and v.status in ('stopped', 'completed', 'failed', 'cancelled', 'terminated'))
        )
      ) as fires`,
};

const AFTER = {
  text: `select ${LIGHT} from schedules where not deleted and (tenant, id) > ($1, $2) order by tenant, id limit $3`,
};

const KNOWN = {
  text: 'select tenant, id from schedules where (tenant, id) in (select * from unnest($1::text[], $2::text[]))',
};
