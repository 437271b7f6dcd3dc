import type { Usage } from '../../model/usage.ts';
import type { Verdict } from '../../model/verdict.ts';
import {
  type ArtifactRecord,
  type CallMaterial,
  type Calls,
  type HistoryEntry,
  type RunRecord,
  UnknownRun,
} from '../../ports/store.ts';
import { textOf } from '../artifacts/contents.ts';
import { createImmutables } from '../immutables.ts';
import type { Database } from '../pool.ts';
import { revised } from '../runs/revisions.ts';
import { totalOf } from './faults.ts';

type Request = Parameters<Calls['load']>[0];

interface Answer {
  readonly artifact: ArtifactRecord;
  readonly text: string;
  readonly verdict?: Verdict;
}

/** One statement answers with rows of four kinds, so that a call costs one round trip. */
type Row =
  | {
      readonly kind: 'run';
      readonly document: {
        readonly run: RunRecord;
        readonly document: unknown;
        readonly plan: RunRecord['plan'] | null;
      };
      readonly size: number;
    }
  | { readonly kind: 'faults'; readonly document: readonly Usage[] | null; readonly size: number }
  | {
      readonly kind: 'dependency' | 'answer';
      /** Artifact id or token. */
      readonly name: string;
      readonly document: { readonly artifact: ArtifactRecord; readonly verdict: Verdict | null };
      readonly body: Buffer | null;
    };

export function createCalls(database: Database): Calls {
  const immutables = createImmutables();
  return {
    async load(call) {
      const key = `${call.runId} ${call.revision ?? ''}`;
      const cached = immutables.get(key);
      const rows = await database.query<Row>(LOAD, [...valuesOf(call), cached === undefined, call.revision ?? null]);
      const run = rows.find((row) => row.kind === 'run');
      const found = run && frameOf(run.document, call.revision);
      if (run && found) immutables.set(key, found, run.size);
      const frame = cached ?? found;
      if (!frame) throw new UnknownRun(call.runId);
      return { ...frame, ...materialOf(call, rows) };
    },
  };
}

function frameOf({ run, document, plan }: Extract<Row, { kind: 'run' }>['document'], revision: string | undefined) {
  return { run: revised(run, revision, plan), document };
}

function materialOf(
  { runId, token, dependencies, history }: Request,
  rows: readonly Row[],
): Omit<CallMaterial, 'run' | 'document'> {
  const byId = answersOf(rows, 'dependency');
  const byToken = answersOf(rows, 'answer');
  const answer = byToken.get(token);
  const faults = rows.find((row) => row.kind === 'faults');
  const paid = totalOf(faults?.document ?? []);
  return {
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([step, id]) => [
        step,
        present(byId.get(id), `the artifact ${id} of step ${step}`),
      ]),
    ),
    history: history.map((past) => judged(past, present(byToken.get(past), `an answer to ${past} of run ${runId}`))),
    ...(answer && { answer }),
    faults: faults?.size ?? 0,
    ...(paid && { paid }),
  };
}

function answersOf(rows: readonly Row[], kind: 'dependency' | 'answer'): ReadonlyMap<string, Answer> {
  return new Map(
    rows.flatMap((row) => {
      if (row.kind !== kind) return [];
      const { artifact, verdict } = row.document;
      const text = textOf(present(row.body, `the content ${artifact.digest}`));
      return [[row.name, { artifact, text, ...(verdict && { verdict }) }]];
    }),
  );
}

function judged(token: string, { artifact, text, verdict }: Answer): HistoryEntry {
  return { token, artifact, text, verdict: present(verdict, `a verdict on ${token} of artifact ${artifact.id}`) };
}

function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`The store does not have ${what}.`);
  return value;
}

function valuesOf({ runId, step, token, phase, dependencies, history }: Request): readonly unknown[] {
  return [runId, token, phase, Object.values(dependencies), [...history, token], step];
}

/**
 * A dependency is shown with the newest verdict that this run has of it. Faults of a discarded attempt count on: it had no ordinal,
 * so a simulated model meets the next entry of its script after a retry, not the same fault again (running 4).
 */
const LOAD = {
  name: 'load-call',
  text: `
    select 'run' as kind, null as name,
      json_build_object('run', r.record, 'document', coalesce(p.document, d.document), 'plan', p.plan) as document,
      null::bytea as body,
      octet_length(r.record::text) + octet_length(coalesce(p.document, d.document)::text) as size
    from runs r join definitions d on d.digest = r.definition_digest and d.name = r.definition_name
      left join revisions p on p.run_id = r.id and p.digest = $8
    where $7::boolean and r.id = $1
    union all
    select 'dependency', a.id, json_build_object('artifact', a.record, 'verdict', (
      select v.verdict from verdicts v where v.run_id = $1 and v.artifact_id = a.id order by v.created_at desc limit 1
    )), c.body, 0
    from artifacts a left join contents c on c.digest = a.digest
    where a.id = any($4::text[])
    union all
    select 'answer', w.token, json_build_object('artifact', a.record, 'verdict', v.verdict), c.body, 0
    from answers w join artifacts a on a.id = w.artifact_id
      left join contents c on c.digest = a.digest
      left join verdicts v on v.run_id = w.run_id and v.token = w.token
    where w.run_id = $1 and w.token = any($5::text[])
    union all
    select 'faults', null, (
      select json_agg(p.usage) from faults p where p.run_id = $1 and p.usage is not null
    ), null, count(*) from faults f
    where f.run_id = $1 and f.phase = $3 and (f.token = $2 or $3 = 'generate' and f.token in (
      select v.token from attempt_views v where v.run_id = $1 and v.step = $6 and v.status = 'discarded' and v.seq > coalesce((
        select max(c.seq) from attempt_views c where c.run_id = $1 and c.step = $6 and c.status <> 'discarded' and c.token <> $2
      ), 0)
    ))`,
};
