import type { Verdict } from '../../model/verdict.ts';
import type {
  ArtifactRecord,
  ArtifactRow,
  ArtifactStatus,
  Artifacts,
  ReadArtifact,
} from '../../ports/store/artifacts.ts';
import { parseStored } from '../../text/exact-json.ts';
import { settlementValues, settling } from '../caps.ts';
import { digestOf } from '../digest.ts';
import { callKey, type Immutables } from '../immutables.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import { type Database, only, type Statement } from '../pool.ts';
import { bytesOf, contentRows, textOf } from './contents.ts';
import { lineageOf } from './lineage.ts';

interface Row {
  readonly ordinal: number;
  readonly record: ArtifactRecord;
  readonly status: ArtifactStatus;
}

export function createArtifacts(database: Database, known: Immutables): Artifacts {
  return {
    async save(record, contents, settles) {
      const written = writtenRecord(record);
      const digests = contents.map(digestOf);
      const saved = await database.query(saveStatement(contents.length, settles !== undefined), [
        ...recordValues(record, written),
        ...(contents.length === 0 ? [] : [digests, ...contents.map(bytesOf)]),
        ...(settles ? settlementValues(settles) : []),
      ]);
      if (saved.length > 0) {
        remember(known, written, contents[digests.indexOf(record.digest)]);
        return record;
      }
      const { id, runId = null, token = null } = record;
      return only(await database.query<{ record: ArtifactRecord }>(STORED, [id, runId, token])).record;
    },
    async find(id) {
      const [row] = await database.query<Row>(FIND, [id]);
      return row && toArtifactRow(row);
    },
    async read(ids) {
      if (ids.length === 0) return new Map();
      return new Map((await database.query<ReadRow>(READ, [ids])).map((row) => [row.id, toRead(row)]));
    },
    async byToken(runId, token) {
      const [row] = await database.query<{ record: ArtifactRecord }>(BY_TOKEN, [runId, token]);
      return row?.record;
    },
    async listByRun(runId, page) {
      const key = keyIn(LIST_NAME, page, ['number']);
      const rows = await database.query<Row>(LIST, [runId, ...key, page.limit + 1]);
      return pageOf(rows, page, (last) => cursorOf(LIST_NAME, [last.ordinal]), toArtifactRow);
    },
    lineage: (id) => lineageOf(database, id),
    async acceptedBefore(artifactId, step, definitionDigest) {
      const judged = await database.query<{ verdict: Verdict }>(JUDGED, [artifactId, step, definitionDigest]);
      return judged.some(({ verdict }) => verdict.verdict === 'pass');
    },
  };
}

interface ReadRow {
  readonly id: string;
  /** The record's JSON, or its beginning. */
  readonly record: string;
  readonly body: Buffer;
}

/** What a result tells of an artifact comes first, so that it is found without the prompt, which can be large. */
function writtenRecord({ mediaType, agent, ...record }: ArtifactRecord): string {
  return JSON.stringify({ mediaType, ...(agent && { agent }), ...record });
}

const HEAD = /^\{"mediaType":("(?:[^"\\]|\\.)*")(,"agent":)?/;

function toRead({ record, body }: ReadRow): ReadArtifact {
  const [, type, ofAgent] = HEAD.exec(record) ?? [];
  const { mediaType, agent }: ArtifactRecord =
    type === undefined || ofAgent !== undefined ? parseStored(record) : { mediaType: JSON.parse(type) };
  return { mediaType, ...(agent && { agent }), text: textOf(body) };
}

function toArtifactRow({ record, status }: { record: ArtifactRecord; status: ArtifactStatus }): ArtifactRow {
  return { ...record, status };
}

const LIST_NAME = 'artifacts';

/** The artifact comes first: where its token has an answer already, the texts of this one are not kept either (R27). */
function saveStatement(count: number, settles: boolean): Statement {
  const contents =
    count === 0
      ? ''
      : `texts as (
          insert into contents (digest, body)
          select c.digest, c.body from ${contentRows(count, 10)} where exists (select from made) order by c.digest
          on conflict do nothing
        ),`;
  const settled = settles ? `${settling(count === 0 ? 10 : 11 + count)},` : '';
  const text = `${SAVE}, ${contents} ${settled} ${PARENTS}`;
  // A connection keeps every name it has met, so only the usual counts have one.
  return count <= 4 ? { name: `save-artifact-${count}${settles ? '-settled' : ''}`, text } : { text };
}

const SAVE = `
  with made as (
    insert into artifacts (id, run_id, token, digest, usage, record, created_at)
    values ($1, $2, $3, $4, $5::json, $6::json, $7)
    on conflict do nothing
    returning id
  )`;

const PARENTS = `
  edges as (
    insert into artifact_parents (artifact_id, parent_id, relation)
    select made.id, p.parent_id, p.relation from made, unnest($8::text[], $9::text[]) as p (parent_id, relation)
    on conflict do nothing
  )
  select id from made`;

/** What was stored, as it would be read back: the record, and its text if that was among the contents. */
function remember({ artifacts, answers, texts }: Immutables, written: string, text: string | undefined): void {
  const record: ArtifactRecord = parseStored(written);
  const { id, runId, token, digest } = record;
  artifacts.set(id, record, written.length);
  if (runId !== undefined && token !== undefined) answers.set(callKey(runId, token), id, id.length);
  if (text === undefined) return;
  const body = bytesOf(text);
  texts.set(digest, textOf(body), body.length);
}

function recordValues(record: ArtifactRecord, written: string): readonly unknown[] {
  const { id, runId = null, token = null, digest, usage, createdAt, parents } = record;
  return [
    id,
    runId,
    token,
    digest,
    JSON.stringify(usage),
    written,
    createdAt,
    parents.map(({ artifactId }) => artifactId),
    parents.map(({ relation }) => relation),
  ];
}

const STORED = {
  text: `
    select record from artifacts where (run_id = $2 and token = $3) or id = $1
    order by (run_id = $2 and token = $3) desc nulls last limit 1`,
};

const SELECT = `
  select a.ordinal, a.record, s.status from artifacts a join artifact_statuses s on s.artifact_id = a.id`;

const FIND = { text: `${SELECT} where a.id = $1` };

/** The whole record of what an agent made, and of what was stored before records began with their media type, which has 200 characters at most. */
const READ = {
  name: 'read-artifacts',
  text: `
    select a.id, c.body, case
      when a.record::text like '{"mediaType":%' and position(',"agent":' in left(a.record::text, 512)) = 0 then left(a.record::text, 512)
      else a.record::text
    end as record
    from artifacts a join contents c on c.digest = a.digest where a.id = any($1::text[])`,
};

const BY_TOKEN = { name: 'by-token', text: 'select record from artifacts where run_id = $1 and token = $2' };

const LIST = {
  text: `${SELECT} where a.run_id = $1 and ($2::bigint is null or a.ordinal < $2) order by a.ordinal desc limit $3`,
};

/**
 * By content: a seed is copied into the run that it seeds, and it is the copy that is accepted there. What a later event superseded
 * was accepted before it, or waived. What a person put in place and what a fork took over has no verdict. A verdict's texts may hold
 * NUL, which no JSON operator reads; accepted ones come first, so few rows are enough.
 */
const JUDGED = {
  text: `
    select d.verdict from artifacts asked join artifacts a on a.digest = asked.digest
      join attempt_views v on v.artifact_id = a.id
      join verdicts d on d.run_id = v.run_id and d.token = v.token
      join runs r on r.id = v.run_id
      join run_views w on w.run_id = r.id and w.revision is null
    where asked.id = $1 and v.step = $2 and r.definition_digest = $3 and v.status in ('accepted', 'superseded')
    order by v.status = 'superseded' limit 100`,
};
