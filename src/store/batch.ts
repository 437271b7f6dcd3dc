import { budgetStatusOf } from '../engine.ts';
import type { AuditEntry } from '../ports/store/audit.ts';
import type { Look, Looked } from '../ports/store/calls.ts';
import type { RunRecord } from '../ports/store/runs.ts';
import { AUDIT, auditValues } from './log/audit.ts';
import { lookAt, lookValues } from './log/look.ts';
import { notificationPayload } from './log/notifications.ts';
import type { Projection } from './log/projection.ts';
import { type WrittenState, writtenState } from './log/snapshots.ts';
import { ENDED } from './log/waits.ts';
import type { Database } from './pool.ts';

/**
 * Stores a batch behind what the log held when it was projected, in one statement. Answers false, with nothing stored, when the
 * log has moved on since: the comparison of `seq` takes the lock of the run's row and is made anew after a wait, so of two writers
 * one wins and the other has to look again (design 5, projections). `look` hears what the same statement read, where it stored.
 */
export async function storeBatch(
  database: Database,
  runId: string,
  after: number,
  batch: Projection,
  written: WrittenState,
  look?: Look,
): Promise<boolean> {
  const stored = [
    ...values(runId, batch, written),
    after,
    batch.state.revision ?? null,
    lagsFrom(written),
    budgetIn(batch),
  ];
  const [row] = look?.call
    ? await database.query<{ looked?: Looked }>(APPEND_AND_LOOK, [...stored, ...lookValues(look.call), batch.tokens])
    : await database.query<{ looked?: Looked }>(APPEND, stored);
  if (row) look?.hear(budgetStatusOf(batch.state), row.looked);
  return row !== undefined;
}

/** Inserts a run with its first event (R74) and its audit row, if any. Answers false, with nothing stored, when the id is taken. */
export async function storeRun(
  database: Database,
  record: RunRecord,
  batch: Projection,
  audit?: AuditEntry,
): Promise<boolean> {
  const { id, definition, createdAt } = record;
  const { revision = null } = batch.state;
  const { input, ...beside } = record;
  const run = [definition.name, definition.digest, record.tags, JSON.stringify(beside), createdAt, revision];
  const written = writtenState(batch.state);
  const noted = audit ? auditValues(audit) : NOT_NOTED;
  return (
    (
      await database.query(CREATE, [
        ...values(id, batch, written),
        ...run,
        ...noted,
        lagsFrom(written),
        budgetIn(batch),
        JSON.stringify(input),
      ])
    ).length === 1
  );
}

const NOTIFIED = "select pg_notify('dsap_events', $14)";

/** What all statements do once the `gate` is theirs. It sees to it that the other writes happen in full or not at all. */
const STORE = `
  stored as (
    insert into events (run_id, seq, type, body)
    select gate.id, e.seq, e.type, e.body from gate, unnest($5::bigint[], $6::text[], $7::json[]) as e (seq, type, body)
  ),
  attempts as (
    insert into attempt_views (run_id, token, seq, step, epoch, attempt, n, status, started_at, ended_at, artifact_id)
    select gate.id, a.token, a.seq, a.step, a.epoch, a.attempt, a.n, a.status, a."startedAt", a."endedAt", a."artifactId"
    from gate, json_to_recordset($8::json) as a (
      token text, seq bigint, step text, epoch int, attempt int, n int, status text, "startedAt" bigint, "endedAt" bigint,
      "artifactId" text
    )
    on conflict (run_id, token) do update
    set n = excluded.n, status = excluded.status, ended_at = excluded.ended_at, artifact_id = excluded.artifact_id
  ),
  waited as (
    delete from call_waits w using gate where w.run_id = gate.id and (
      $2 = any('${ENDED}') or w.token in (
        select a.token from json_to_recordset($8::json) as a (token text, status text) where a.status <> 'pending'
      )
    )
  ),
  escalations as (
    insert into escalation_views (id, run_id, kind, status, opened_at, escalation)
    select e.id, gate.id, e.kind, e.status, e.opened_at, e.escalation
    from gate, unnest($9::text[], $10::text[], $11::text[], $12::bigint[], $13::json[]) as e (id, kind, status, opened_at, escalation)
    on conflict (id) do update set status = excluded.status, escalation = excluded.escalation
  )
  ${NOTIFIED} from gate`;

const APPEND = {
  name: 'append',
  text: `
    with gate as (
      update run_views set status = $2, state = coalesce($3::json, state), seq = $4::bigint,
        started = $4::bigint > 1, updated_at = $15::bigint, revision = $17,
        state_seq = case when $3::json is null then state_seq else $18::bigint end, budget = $19::json
      where run_id = $1 and seq = $16::bigint
      returning run_id as id
    ), ${STORE}`,
};

/** The same, and what may change of the call that the batch rides on, as it was before. */
const APPEND_AND_LOOK = {
  name: 'append-and-look',
  text: APPEND.text.replace(NOTIFIED, `${NOTIFIED}, ${lookAt(20, '$24::text[]')} as looked`),
};

const CREATE = {
  name: 'create',
  text: `
    with gate as (
      insert into runs (id, definition_name, definition_digest, tags, record, created_at, input)
      values ($1, $16, $17, $18, $19, $20, $30)
      on conflict (id) do nothing
      returning id
    ), viewed as (
      insert into run_views (run_id, status, state, seq, started, updated_at, revision, state_seq, budget)
      select id, $2, $3::json, $4::bigint, $4::bigint > 1, $15::bigint, $21, $28::bigint, $29::json from gate
    ), noted as (
      insert into ${AUDIT}
      select $22::bigint, $23::text, $24::text, $25::text, $26::text, $27::text from gate where $22::bigint is not null
    ), ${STORE}`,
};

const NOT_NOTED = Array.from({ length: 6 }, () => null);

function values(
  runId: string,
  { events, state, attempts, escalations, tokens }: Projection,
  { text }: WrittenState,
): readonly unknown[] {
  return [
    runId,
    state.life.status,
    text ?? null,
    state.seq,
    events.map(({ seq }) => seq),
    events.map(({ type }) => type),
    events.map((event) => JSON.stringify(event)),
    JSON.stringify(attempts),
    escalations.map(({ id }) => id),
    escalations.map(({ kind }) => kind),
    escalations.map(({ status }) => status),
    escalations.map(({ openedAt }) => openedAt),
    escalations.map((escalation) => JSON.stringify(escalation)),
    notificationPayload({ runId, seq: state.seq, status: state.life.status, tokens }, (events[0]?.seq ?? 1) - 1),
    state.at,
  ];
}

/** JSON, or null where nothing limits the run's calls. */
function budgetIn({ state }: Projection): string | null {
  const budget = budgetStatusOf(state);
  return budget ? JSON.stringify(budget) : null;
}

function lagsFrom({ mayLag, snapshot }: WrittenState): number | null {
  return mayLag ? snapshot.seq : null;
}
