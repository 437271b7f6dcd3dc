import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { AttemptRow, Attempts } from '../../ports/store/attempts.ts';
import type { HistoryEntry } from '../../ports/store/calls.ts';
import { textOf } from '../artifacts/contents.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import type { Database } from '../pool.ts';

type Row = Omit<AttemptRow, 'n' | 'endedAt' | 'artifact' | 'verdict' | 'faults'> & {
  readonly seq: number;
  readonly n: number | null;
  readonly endedAt: number | null;
  readonly artifact: ArtifactRecord | null;
  readonly verdict: Verdict | null;
  readonly faults: AttemptRow['faults'] | null;
};

export function createAttempts(database: Database): Attempts {
  return {
    async rejected(runId, step, epochs) {
      const [from, to] = 'of' in epochs ? [epochs.of, epochs.of] : [1, epochs.before - 1];
      const rows = await database.query<Rejection>(REJECTED, [runId, step, from, to]);
      return rows.map(({ body, ...entry }) => ({ ...entry, text: textOf(body) }));
    },
    async statusOf(runId, token) {
      return (await database.query<Pick<AttemptRow, 'status'>>(STATUS, [runId, token]))[0]?.status;
    },
    async list(runId, { step = null, n = null, newestFirst = false }, page) {
      const { name, text } = newestFirst ? NEWEST_FIRST : OLDEST_FIRST;
      const key = keyIn(name, page, ['number']);
      const rows = await database.query<Row>({ text }, [runId, step, n, ...key, page.limit + 1]);
      return pageOf(rows, page, (last) => cursorOf(name, [last.seq]), toAttemptRow);
    },
    async newest(runId, { each, all }) {
      const found = await database.query<Row & Counted>(NEWEST, [runId, each, all]);
      const rows = found.map(({ counts: _counts, ...row }) => toAttemptRow(row));
      return { rows, counts: new Map(Object.entries(found[0]?.counts ?? {})) };
    },
  };
}

const STATUS = { text: 'select status from attempt_views where run_id = $1 and token = $2' };

type Rejection = Omit<HistoryEntry, 'text'> & { readonly body: Buffer };

const REJECTED = {
  text: `
    select v.token, a.record as artifact, d.verdict, c.body
    from attempt_views v
      join answers w on w.run_id = v.run_id and w.token = v.token
      join artifacts a on a.id = w.artifact_id
      join contents c on c.digest = a.digest
      join verdicts d on d.run_id = v.run_id and d.token = v.token
    where v.run_id = $1 and v.step = $2 and v.epoch between $3 and $4 and v.status = 'rejected'
    order by v.seq`,
};

const ROW = `
    select v.run_id as "runId", v.token, v.seq, v.step, v.epoch, v.attempt, v.n, v.status,
      v.started_at as "startedAt", v.ended_at as "endedAt",
      (
        select a.record from answers w join artifacts a on a.id = w.artifact_id where w.run_id = v.run_id and w.token = v.token
      ) as artifact,
      (select d.verdict from verdicts d where d.run_id = v.run_id and d.token = v.token) as verdict,
      (
        select json_agg(
          json_strip_nulls(
            json_build_object('at', f.recorded_at, 'phase', f.phase, 'detail', f.detail, 'partial', f.partial)
          ) order by f.ordinal
        )
        from faults f where f.run_id = v.run_id and split_part(f.token, '/', 1) = v.token
      ) as faults`;

const OLDEST_FIRST = { name: 'attempts', text: listed('>', 'asc') };
const NEWEST_FIRST = { name: 'attempts-back', text: listed('<', 'desc') };

function listed(beyond: '>' | '<', order: 'asc' | 'desc'): string {
  return `${ROW}
    from attempt_views v
    where v.run_id = $1 and ($2::text is null or v.step = $2) and ($3::numeric is null or v.n = $3)
      and ($4::bigint is null or v.seq ${beyond} $4)
    order by v.seq ${order} limit $5`;
}

/** Attempts of every step. */
interface Counted {
  /** On the first row alone. */
  readonly counts: Readonly<Record<string, number>> | null;
}

/** Counted in the statement that reads them, so that both are of one moment. */
const NEWEST = {
  text: `${ROW}, case when row_number() over (order by v.seq) = 1 then (
      select json_object_agg(c.step, c.count) from (
        select step, count(*) as count from attempt_views where run_id = $1 group by step
      ) c
    ) end as counts
    from attempt_views v
    where v.run_id = $1 and v.seq in (
      select n.seq from (
        select seq, row_number() over (partition by step order by seq desc) as place from attempt_views where run_id = $1
      ) n
      where n.place <= $2 order by n.seq desc limit $3
    )
    order by v.seq`,
};

function toAttemptRow({ seq: _seq, n, endedAt, artifact, verdict, faults, ...row }: Row): AttemptRow {
  return {
    ...row,
    ...(n !== null && { n }),
    ...(endedAt !== null && { endedAt }),
    ...(artifact && { artifact }),
    ...(verdict && { verdict }),
    faults: faults ?? [],
  };
}
