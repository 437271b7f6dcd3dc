import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { Example, Examples } from '../../ports/store/examples.ts';
import type { RunFilter } from '../../ports/store/runs.ts';
import { textOf } from '../artifacts/contents.ts';
import type { Database } from '../pool.ts';
import { FITS, filterValues } from '../runs/run-filter.ts';

export function createExamples(database: Database): Examples {
  return {
    async *stream(filter) {
      const read = (after: Row | undefined) => readPortion(database, filter, after);
      let next: Promise<Portion> | undefined = read(undefined);
      while (next) {
        const { rows, contents, last }: Portion = await next;
        next = undefined;
        for (const row of rows) {
          yield toExample(row, contents);
          if (last && !next) next = ahead(read(last));
        }
      }
    },
  };
}

/** One round trip's. Of two portions at once, the one that is taken and the one that is read ahead, no reader holds more. */
interface Portion {
  readonly rows: readonly Row[];
  /** What they were asked and what they answered: each text once, though prompts repeat it. */
  readonly contents: ReadonlyMap<string, Buffer>;
  /** Where the next portion begins; undefined after the last one. */
  readonly last: Row | undefined;
}

interface Row {
  readonly kind: 'attempt';
  readonly runId: string;
  readonly workflow: string;
  readonly createdAt: number;
  readonly seq: number;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly artifact: ArtifactRecord;
  readonly verdict: Verdict;
  readonly hasMore: boolean;
}

interface Content {
  readonly kind: 'content';
  readonly digest: string;
  readonly body: Buffer;
}

const ATTEMPTS_AT_ONCE = 100;
/** Bytes of the contents of one portion, unless a single attempt has more. */
const BYTES_AT_ONCE = 8 * 2 ** 20;

async function readPortion(database: Database, filter: RunFilter, after: Row | undefined): Promise<Portion> {
  const key = [after?.createdAt ?? null, after?.runId ?? null, after?.seq ?? null];
  const values = [...filterValues(filter), ...key, ATTEMPTS_AT_ONCE, BYTES_AT_ONCE];
  const found = await database.query<Row | Content>(PORTION, values);
  const rows = found.filter((row) => row.kind === 'attempt');
  const contents = found.filter((row) => row.kind === 'content');
  const last = rows.at(-1);
  return {
    rows,
    contents: new Map(contents.map(({ digest, body }) => [digest, body])),
    last: last?.hasMore === true ? last : undefined,
  };
}

/** Under way before anybody waits for it: its failure is theirs who then do, and nobody's where nobody does. */
function ahead<Value>(reading: Promise<Value>): Promise<Value> {
  reading.catch(() => undefined);
  return reading;
}

function toExample(
  { runId, workflow, step, epoch, attempt, artifact, verdict }: Row,
  contents: Portion['contents'],
): Example {
  const text = (digest: string) => textOf(contents.get(digest) ?? Buffer.alloc(0));
  const prompt = (artifact.context?.prompt ?? []).map(({ role, parts }) => ({
    role,
    content: parts.map((part) => ('text' in part ? part.text : text(part.digest))).join(''),
  }));
  return { runId, workflow, step, epoch, attempt, artifact, verdict, prompt, output: text(artifact.digest) };
}

/**
 * Attempts of as many runs as it takes, with the texts that they need: those of the answer, and those that the prompt names. In a text
 * of JSON, quotes inside of strings are escaped, so `{"digest":"…"}` can only be such a part. A text is counted, and sent, where it is
 * first needed; the portion ends before the attempt that would make it too large, but has one at least.
 */
const PORTION = {
  text: `
    with picked as materialized (
      select row_number() over (order by r.created_at desc, r.id desc, e.seq) as place, r.id, r.definition_name, r.created_at, e.*
      from (
        select r.id, r.definition_name, r.created_at
        from runs r join run_views v on v.run_id = r.id
        where ${FITS} and ($6::bigint is null or (r.created_at, r.id) <= ($6, $7::text))
        order by r.created_at desc, r.id desc
      ) r cross join lateral (
        select v.seq, v.step, v.epoch, v.attempt, a.digest, a.record, d.verdict
        from attempt_views v
          join answers w on w.run_id = v.run_id and w.token = v.token
          join artifacts a on a.id = w.artifact_id
          join verdicts d on d.run_id = v.run_id and d.token = v.token
        where v.run_id = r.id and v.status in ('accepted', 'rejected', 'superseded', 'waived')
          and (r.id is distinct from $7::text or v.seq > $8::bigint)
          and exists (select from contents c where c.digest = a.digest)
        order by v.seq limit $9::int + 1
      ) e
      order by r.created_at desc, r.id desc, e.seq limit $9::int + 1
    ),
    needed as (
      select digest, min(place) as place from (
        select place, digest from picked
        union all
        select p.place, m[1] from picked p, regexp_matches(p.record::text, '[{]"digest":"([^"]+)"[}]', 'g') m
      ) n group by digest
    ),
    sized as (
      select n.place, sum(octet_length(c.body)) over (order by n.place) as bytes from needed n join contents c on c.digest = n.digest
    ),
    room as (
      select greatest(1, least($9::int, (select min(place) - 1 from sized where bytes > $10::bigint))) as last
    )
    select 'attempt' as kind, p.id as "runId", p.definition_name as workflow, p.created_at as "createdAt", p.seq, p.step, p.epoch,
      p.attempt, p.record as artifact, p.verdict, (select max(place) from picked) > room.last as "hasMore",
      null as digest, null::bytea as body, p.place
    from picked p, room where p.place <= room.last
    union all
    select 'content', null, null, null, null, null, null, null, null, null, null, n.digest, c.body, n.place
    from needed n join contents c on c.digest = n.digest, room where n.place <= room.last
    order by place`,
};
