import { type StoredState, upgraded } from '../../engine.ts';
import type { Event } from '../../model/event.ts';
import { ENDINGS } from '../../model/events/run.ts';
import type { Run } from '../../model/run.ts';
import { CATEGORIES, type TraceEntry } from '../../model/trace-entry.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import type {
  Changed,
  ChangedTrace,
  Reason,
  Tellings,
  ToldRows,
  ToldRun,
  ToldTo,
  TraceRow,
} from '../../ports/store/tellings.ts';
import { currentState, SINCE, type StoredSnapshot } from '../log/snapshots.ts';
import type { Database } from '../pool.ts';
import { revised } from '../runs/revisions.ts';

export function createTellings(database: Database): Tellings {
  return {
    async load(runId) {
      const [row] = await database.query<LoadedRow>(LOAD, [runId]);
      return row && toToldRun(row);
    },
    portion: (runId, after, limit) => readPortion(database, runId, after, limit),
    async keep(runId, from, next, trace, reasons) {
      const { seq, revision, format, memory, state, survey, standing } = next;
      const [stands, ...kept] = [standing, memory, state, survey].map((part) => JSON.stringify(part));
      const rows = [
        ...rowsOf(trace, (entries) => entries.map(written)),
        ...rowsOf(reasons, ({ at, because, repeatsAttempt }) => [
          at,
          because,
          ...(repeatsAttempt ? [repeatsAttempt] : []),
        ]),
        placesIn(trace),
        stands,
      ];
      return (
        (await database.query(KEEP, [runId, from.seq, from.revision, seq, revision, format, ...kept, ...rows]))
          .length === 1
      );
    },
    async forget(runId, { seq, revision }) {
      await database.query(FORGET, [runId, seq, revision]);
    },
    async trace(runId, place, events) {
      const [row] = await database.query<RowsRow<readonly [number, readonly Written[]]>>(TRACE, [runId, place, events]);
      return row && toToldRows(row, toTraceRow);
    },
    async reasons(runId, before, limit, withRun) {
      const statement = withRun ? REASONS_OF_RUN : REASONS;
      const [row] = await database.query<ReasonsRow>(statement, [runId, before ?? null, limit]);
      if (!row) return undefined;
      const told = toToldRows(
        row,
        (seq, [at, because, repeatsAttempt]): Reason => ({
          seq,
          at,
          because,
          ...(repeatsAttempt && { repeatsAttempt }),
        }),
      );
      return { ...told, standing: row.standing, ...(row.run && { run: toRun(row.run) }) };
    },
    async untold(limit) {
      return (await database.query<{ run_id: string }>(UNTOLD, [limit])).map(({ run_id }) => run_id);
    },
    async idsAfter(runId, limit) {
      return (await database.query<{ id: string }>(IDS, [runId, limit])).map(({ id }) => id);
    },
    async rebuiltTo() {
      const [last] = await database.query<{ run_id: string; ended: boolean }>(REBUILT);
      return last?.ended === false ? last.run_id : '';
    },
    async setRebuilt(runId) {
      await database.query(SET_REBUILT, [runId ?? '', runId === undefined]);
    },
  };
}

type Told = { readonly [Field in keyof ToldTo as `told${Capitalize<Field>}`]: ToldTo[Field] | null };

interface LoadedRow extends Told {
  readonly record: RunRecord;
  readonly plan: RunRecord['plan'] | null;
  readonly seq: number;
  readonly revision: string | null;
  readonly memory: unknown;
  readonly state: StoredState | null;
  readonly survey: unknown;
  readonly standing: unknown;
}

/** Before the first portion. */
function toldTo({ toldSeq, toldRevision, toldFormat }: Told): ToldTo {
  return { seq: toldSeq ?? 0, revision: toldRevision, format: toldFormat ?? 0 };
}

function toToldRun({ record, plan, seq, revision, memory, state, survey, standing, ...row }: LoadedRow): ToldRun {
  const told = toldTo(row);
  const kept =
    state === null ? undefined : { ...told, memory, state: upgraded(state, record.topology), survey, standing };
  return { record: revised(record, revision ?? undefined, plan), seq, revision, told, kept };
}

interface RowsRow<Row> extends Told {
  readonly standing: unknown;
  readonly seq: number;
  readonly revision: string | null;
  readonly rows: readonly (readonly [number, Row])[] | null;
}

/** `run` where it is asked for; null of one that is over. */
interface ReasonsRow extends RowsRow<readonly [at: number, because: string, repeatsAttempt?: true]> {
  readonly run?: StoredRun | null;
}

interface StoredRun extends StoredSnapshot {
  readonly topology: RunRecord['topology'];
  readonly plan: RunRecord['plan'];
}

function toRun({ topology, plan, ...stored }: StoredRun): Run {
  return { plan, state: currentState(stored, topology) };
}

function toToldRows<Row, Out>(
  { seq, revision, rows, ...row }: RowsRow<Row>,
  out: (seq: number, row: Row) => Out,
): ToldRows<Out> {
  return { seq, revision, told: toldTo(row), rows: (rows ?? []).map(([at, each]) => out(at, each)) };
}

/** Without what follows from its place and its action. */
type Written = readonly [TraceEntry['action'], Omit<TraceEntry, 'seq' | 'action' | 'category'>];

function written({ seq: _seq, action, category: _category, ...facts }: TraceEntry): Written {
  return [action, facts];
}

function read(seq: number, [action, facts]: Written): TraceEntry {
  return { seq, action, category: CATEGORIES[action], ...facts };
}

function toTraceRow(seq: number, [place, entries]: readonly [number, readonly Written[]]): TraceRow {
  return { place, entries: entries.map((entry) => read(seq, entry)) };
}

/** How many entries come before those of each event. */
function placesIn({ said, from }: ChangedTrace): readonly number[] {
  let place = from;
  return [...said.values()].map((entries) => (place += entries.length) - entries.length);
}

function rowsOf<Row>({ said, gone }: Changed<Row>, out: (row: Row) => unknown): readonly unknown[] {
  return [[...said.keys()], [...said.values()].map((row) => JSON.stringify(out(row))), gone];
}

async function readPortion(database: Database, runId: string, after: number, limit: number) {
  const events = (await database.query<{ body: Event }>(EVENTS, [runId, after, limit])).map(({ body }) => body);
  const tokens = events.flatMap((event) => (event.type === 'guard.verdict' ? [event.token] : []));
  const judged =
    tokens.length === 0
      ? []
      : await database.query<{ token: string; verdict: Verdict; cut: boolean }>(JUDGED, [runId, tokens]);
  return {
    events,
    verdicts: new Map(judged.map(({ token, verdict }) => [token, verdict])),
    cut: new Set(judged.flatMap(({ token, cut }) => (cut ? [token] : []))),
  };
}

const TOLD = 't.seq as "toldSeq", t.revision as "toldRevision", t.format as "toldFormat"';

const LOAD = {
  name: 'load-telling',
  text: `
    select r.record, v.seq, v.revision, ${TOLD}, t.memory, t.state, t.survey, t.standing,
      (select p.plan from revisions p where p.run_id = r.id and p.digest = v.revision) as plan
    from runs r join run_views v on v.run_id = r.id left join run_tellings t on t.run_id = r.id
    where r.id = $1`,
};

const EVENTS = {
  name: 'read-portion',
  text: 'select body from events where run_id = $1 and seq > $2 order by seq limit $3',
};

/** In a text of JSON, quotes inside of strings are escaped, so these characters can only be the field and a list that is not empty. */
const JUDGED = {
  name: 'judged-portion',
  text: `
    select d.token, d.verdict, v.status = 'rejected' and position('"dropped":[{' in a.record::text) > 0 as cut
    from verdicts d
      left join attempt_views v on v.run_id = d.run_id and v.token = d.token
      left join artifacts a on a.run_id = d.run_id and a.token = d.token
    where d.run_id = $1 and d.token = any($2::text[])`,
};

/** Rows are only added where the log was told as far as the writer knew: the comparison takes the lock of the run's row. */
const KEEP = {
  name: 'keep-telling',
  text: `
    with gate as (
      insert into run_tellings as t (run_id, seq, revision, format, memory, state, survey, standing)
      select $1, $4::bigint, $5, $6::int, $7::json, $8::json, $9::json, $17::json
      where $2::bigint = 0 or exists (select from run_tellings where run_id = $1)
      on conflict (run_id) do update
      set seq = excluded.seq, revision = excluded.revision, format = excluded.format, memory = excluded.memory,
        state = excluded.state, survey = excluded.survey, standing = excluded.standing
      where t.seq = $2::bigint and ($2::bigint = 0 or t.revision is not distinct from $3)
      returning t.run_id as id
    ),
    untraced as (delete from trace_views v using gate where v.run_id = gate.id and v.seq = any($12::bigint[])),
    moved as (
      update trace_views v set place = place - (select count(*) from unnest($12::bigint[]) as g (seq) where g.seq < v.seq)
      from gate
      where v.run_id = gate.id and v.seq > (select min(g.seq) from unnest($12::bigint[]) as g (seq)) and v.seq <> all ($12::bigint[])
    ),
    unsaid as (delete from reason_views v using gate where v.run_id = gate.id and v.seq = any($15::bigint[])),
    traced as (
      insert into trace_views (run_id, seq, place, entries)
      select gate.id, e.seq, e.place, e.entries
      from gate, unnest($10::bigint[], $11::json[], $16::int[]) as e (seq, entries, place)
    ),
    said as (
      insert into reason_views (run_id, seq, reason)
      select gate.id, e.seq, e.reason from gate, unnest($13::bigint[], $14::json[]) as e (seq, reason)
      on conflict (run_id, seq) do update set reason = excluded.reason
    )
    select id from gate`,
};

const FORGET = {
  text: `
    with gate as (
      update run_tellings set seq = 0, memory = null, state = null, survey = null, standing = null
      where run_id = $1 and seq = $2 and revision is not distinct from $3
      returning run_id as id
    ),
    untraced as (delete from trace_views v using gate where v.run_id = gate.id)
    delete from reason_views v using gate where v.run_id = gate.id`,
};

/** One row: how far the run is told at this moment, and the rows of the same moment. */
const rowsStatement = (name: string, found: string, more = '') => ({
  name,
  text: `
    select v.seq, v.revision, ${TOLD}, t.standing, (${found}) as rows${more}
    from run_views v left join run_tellings t on t.run_id = v.run_id where v.run_id = $1`,
});

const TRACE = rowsStatement(
  'trace',
  `select json_agg(json_build_array(e.seq, json_build_array(e.place, e.entries)) order by e.place) from (
    select seq, place, entries from trace_views
    where run_id = $1 and place >= (select max(place) from trace_views where run_id = $1 and place <= $2::int)
    order by place limit $3
  ) e`,
);

const NEWEST = `select json_agg(json_build_array(e.seq, e.reason) order by e.seq desc) from (
    select seq, reason from reason_views where run_id = $1 and ($2::bigint is null or seq < $2) order by seq desc limit $3
  ) e`;

const REASONS = rowsStatement('reasons', NEWEST);

const REASONS_OF_RUN = rowsStatement(
  'reasons-of-run',
  NEWEST,
  `, (
      select json_build_object(
        'topology', r.record -> 'topology',
        'plan', coalesce((select p.plan from revisions p where p.run_id = r.id and p.digest = v.revision), r.record -> 'plan'),
        'state', v.state,
        'since', ${SINCE}
      ) from runs r where r.id = v.run_id and v.status not in (${ENDINGS.map((ending) => `'${ending}'`).join(', ')})
    ) as run`,
);

const UNTOLD = {
  text: `
    select v.run_id from run_views v
    where v.started and not exists (select from run_tellings t where t.run_id = v.run_id) limit $1`,
};

const IDS = { text: 'select id from runs where id > $1 order by id limit $2' };

const REBUILT = { text: 'select run_id, ended from rebuilds order by ordinal desc limit 1' };

const SET_REBUILT = {
  text: 'with former as (delete from rebuilds) insert into rebuilds (run_id, ended) values ($1, $2)',
};
