import type { Event } from '../../model/event.ts';
import { INITIAL, type RunState } from '../../model/run-state.ts';
import { addUsage, NO_USAGE, type Usage } from '../../model/usage.ts';
import type { BrokenCall, RunRecord, RunRow, Runs } from '../../ports/store/runs.ts';
import { parseStored } from '../../text/exact-json.ts';
import { storeRun } from '../batch.ts';
import type { Immutables } from '../immutables.ts';
import { type Evolve, project } from '../log/projection.ts';
import { currentState, SINCE, type StoredSnapshot } from '../log/snapshots.ts';
import { type StoredWait, toWait, WAITS_OF_RUN } from '../log/waits.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import { type Database, only } from '../pool.ts';
import { together } from '../together.ts';
import { revised } from './revisions.ts';
import { filterValues, NEWEST_THAT_FIT } from './run-filter.ts';

/** A record as it lies in the tables, with the JSON of its input beside it; null where that was not read, or is in the record. */
export interface StoredRecord {
  readonly record: RunRecord;
  readonly input: string | null;
}

/** A run as it lies in the tables. */
export interface StoredRun extends StoredSnapshot, StoredRecord {
  readonly discarded: readonly Usage[] | null;
  /** Of the newest redirect that changed the definition. */
  readonly plan: RunRecord['plan'] | null;
  readonly broken?: readonly BrokenCall[] | null;
  readonly waits?: readonly StoredWait[] | null;
}

/** One of them; null where its record was not asked for. */
interface FoundRun extends Omit<StoredRun, 'record'> {
  readonly record: StoredRun['record'] | null;
  /** Bytes of the JSON of the record and its input. */
  readonly size: number;
}

export function createRuns(database: Database, known: Immutables, evolve: Evolve): Runs {
  const find = together(async (id): Promise<RunRow | undefined> => {
    const kept = known.records.get(id);
    const [row] = await database.query<FoundRun>(FIND, [id, kept === undefined]);
    if (!row) return undefined;
    const record = row.record ? recordOf({ record: row.record, input: row.input }) : kept;
    if (!record) throw new Error(`The record of ${id} is neither read nor cached.`);
    if (row.record) known.records.set(id, record, row.size);
    return runRow(record, row);
  });
  return {
    find,
    hasAny: async (ids) => only(await database.query<{ found: boolean }>(HAS_ANY, [ids])).found,
    async create(record, created, audit) {
      const batch = project(INITIAL, new Map(), [created], evolve);
      if (await storeRun(database, record, batch, audit)) return { row: newRow(record, batch.state) };
      const existing = await find(record.id);
      if (!existing) throw new Error(`The id ${record.id} is taken, yet no run has it.`);
      return { existing };
    },
    async list(filter, page) {
      const key = keyIn(LIST_NAME, page, ['number', 'string']);
      const rows = await database.query<StoredRun>(LIST, [
        ...filterValues(filter),
        filter.text ?? null,
        ...key,
        page.limit + 1,
      ]);
      return pageOf(rows, page, ({ record }) => cursorOf(LIST_NAME, [record.createdAt, record.id]), toRunRow);
    },
    async ofSchedule({ tenant, id }, page) {
      const key = keyIn(FIRED_NAME, page, ['number', 'string']);
      const rows = await database.query<StoredRun & { at: number }>(FIRED, [tenant, id, ...key, page.limit + 1]);
      return pageOf(rows, page, ({ at, record }) => cursorOf(FIRED_NAME, [at, record.id]), toRunRow);
    },
    async unstarted(olderThan) {
      const rows = await database.query<StoredRecord & { created: Event }>(UNSTARTED, [Date.now() - olderThan]);
      return rows.map((row) => ({ record: recordOf(row), created: row.created }));
    },
  };
}

const LIST_NAME = 'runs';
const FIRED_NAME = 'schedule-runs';

const BESIDE = `v.state, ${SINCE} as since, (
    select json_agg(w.usage) from (
      select a.usage from attempt_views d join artifacts a on a.run_id = d.run_id and a.token = d.token
      where d.run_id = r.id and d.status = 'discarded'
      union all
      select t.usage from attempt_views d join agent_turns t on t.run_id = d.run_id and t.token = d.token
      where d.run_id = r.id and d.status = 'discarded'
        and not exists (select from artifacts a where a.run_id = d.run_id and a.token = d.token)
      union all
      select f.usage from faults f where f.run_id = r.id and f.usage is not null
    ) w
  ) as discarded, (
    select p.plan from revisions p where p.run_id = r.id and p.digest = v.revision
  ) as plan, ${WAITS_OF_RUN} as waits`;

/** Calls of a run under way that are looked at, and characters of what they said. */
const BROKEN = { calls: 20, error: 500 };

/** Bytes of an input's JSON that a list of runs or schedules has. A page of 200 such runs stays below 4 MiB. */
export const LISTED_INPUT = 16 * 1024;

/** Of an agent's turn that was made after all, nothing. */
const COLUMNS = `r.record, case when octet_length(r.input) <= ${LISTED_INPUT} then r.input end as input, ${BESIDE}, case when v.status = 'running' then (
    select json_agg(json_build_object(
      'token', split_part(b.token, '/', 1), 'phase', b.phase, 'tries', b.tries, 'error', left(l.detail, ${BROKEN.error})
    ) order by b.newest desc)
    from (
      select f.token, f.phase, count(*) as tries, max(f.ordinal) as newest from faults f
      where f.run_id = r.id and not exists (
        select from agent_turns t where t.run_id = f.run_id and t.token || '/' || t.iteration = f.token
      )
      group by f.token, f.phase order by newest desc limit ${BROKEN.calls}
    ) b join faults l on l.ordinal = b.newest
  ) end as broken`;

const ROW = `select ${COLUMNS} from runs r join run_views v on v.run_id = r.id`;

/** The record only where it is not remembered: with its plan it is most of what a large run is. */
const FIND = {
  name: 'run',
  text: `
    select case when $2::boolean then r.record end as record, case when $2::boolean then r.input end as input,
      case when $2::boolean then octet_length(r.record::text) + coalesce(octet_length(r.input), 0) else 0 end as size, ${BESIDE}
    from runs r join run_views v on v.run_id = r.id where r.id = $1`,
};

export const RUNS_BY_ID = { name: 'runs-by-id', text: `${ROW} where r.id = any($1::text[])` };

const HAS_ANY = { text: 'select exists (select from runs where id = any($1::text[])) as found' };

const LIST = {
  text: `${ROW} ${NEWEST_THAT_FIT}`,
};

/** Two fires of one moment have one run. */
const FIRED = {
  text: `
    select ${COLUMNS}, f.at from (
      select run_id, max(at) as at from schedule_fires
      where tenant = $1 and schedule = $2 and run_id is not null group by run_id
    ) f join runs r on r.id = f.run_id join run_views v on v.run_id = r.id
    where $3::bigint is null or (f.at, r.id) < ($3, $4::text)
    order by f.at desc, r.id desc limit $5`,
};

const UNSTARTED = {
  text: `
    select r.record, r.input, e.body as created
    from run_views v join runs r on r.id = v.run_id join events e on e.run_id = v.run_id and e.seq = 1
    where not v.started and r.created_at < $1
    order by r.created_at, r.id`,
};

/** As it would be read back. */
function newRow(record: RunRecord, state: RunState): RunRow {
  const stored: Pick<RunRow, 'record' | 'state'> = parseStored(JSON.stringify({ record, state }));
  return runRow(stored.record, {
    state: stored.state,
    since: null,
    discarded: null,
    plan: record.revision === undefined ? null : stored.record.plan,
  });
}

/** Returns the record with its input, if that was read. */
export function recordOf({ record, input }: StoredRecord): RunRecord {
  return input === null ? record : { ...record, input: parseStored(input) };
}

export function toRunRow(row: StoredRun): RunRow {
  return runRow(recordOf(row), row);
}

function runRow(
  record: RunRecord,
  { discarded, plan, broken, waits, ...stored }: Omit<StoredRun, keyof StoredRecord>,
): RunRow {
  const state = currentState(stored, record.topology);
  return {
    record: revised(record, state.revision, plan),
    state,
    discarded: (discarded ?? []).reduce(addUsage, NO_USAGE),
    ...(broken && { broken }),
    ...(waits && { waits: waits.map(toWait) }),
  };
}
