import type { ArtifactRecord, ArtifactStatus } from '../../ports/store/artifacts.ts';
import type { AttemptText, KeptText, TextPart, TextPiece, TextPosition, Texts } from '../../ports/store/texts.ts';
import { boundaryBefore } from '../../text/utf8.ts';
import type { Listener } from '../log/listener.ts';
import type { Database } from '../pool.ts';

/** The channel on which it is told which texts have grown. */
export const TEXT_CHANNEL = 'dsap_texts';

/** PostgreSQL takes fewer bytes than this in a notification. */
const PAYLOAD_LIMIT = 8_000;

/** Bytes that are read at once, and what the last piece has over them. */
const READ_AT_ONCE = 64 * 1024;

interface TextsParts {
  readonly database: Database;
  /** What many readers read by. */
  readonly streaming: Database;
  readonly listener: Pick<Listener, 'subscribe' | 'onReturn'>;
}

export function createTexts({ database, streaming, listener }: TextsParts): Texts {
  const hearers = new Set<Parameters<Texts['follow']>[0]>();
  const tell = (told: Parameters<Parameters<Texts['follow']>[0]>[0]): void => {
    for (const hear of hearers) hear(told);
  };
  listener.onReturn(() => tell(undefined));
  listener.subscribe((payload) => {
    const told: readonly (readonly [string, string])[] = JSON.parse(payload);
    if (told.length === 0) tell(undefined);
    for (const [runId, token] of told) tell({ runId, token });
  }, TEXT_CHANNEL);
  return {
    async keep(pieces, room) {
      const values = [...written(pieces), room, Date.now(), toldOf(pieces)];
      const rows = await database.query<KeptRow>(KEEP, values);
      const byNumber = new Map(rows.map((row) => [row.number, row]));
      return pieces.map((_, number): KeptText => {
        const { kept = null, is_cut: cut = false } = byNumber.get(number) ?? {};
        return kept === null ? undefined : { bytes: kept, cut };
      });
    },
    async read(runId, token, from) {
      const [row] = await streaming.query<ReadRow>(READ, [runId, token, from.generation, from.offset]);
      return row && toAttemptText(row, from);
    },
    async whole(runId, token) {
      const [row] = await streaming.query<{ body: Buffer | null }>(WHOLE, [runId, token]);
      return row?.body ?? Buffer.alloc(0);
    },
    async underWay(runId, from) {
      const sought = [...from];
      const rows = await streaming.query<UnderWayRow>(UNDER_WAY, [
        runId,
        sought.map(([token]) => token),
        sought.map(([, { generation }]) => generation),
        sought.map(([, { offset }]) => offset),
      ]);
      return rows.map(({ token, step, epoch, attempt, n, ...row }) => {
        const part = toPart(row, from.get(token) ?? BEGINNING);
        return { token, step, epoch, attempt, ...(n !== null && { n }), ...part };
      });
    },
    follow(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}

const BEGINNING: TextPosition = { generation: 1, offset: 0 };

interface KeptRow {
  readonly number: number;
  readonly kept: number | null;
  readonly is_cut: boolean;
}

/** The bodies go as one parameter, which the driver sends as it is. */
function written(pieces: readonly TextPiece[]): readonly [string, Buffer] {
  let start = 0;
  const rows = pieces.map(({ runId: run, token, execution, place, body, cut, ended }, number) => {
    const row = { number, run, token, execution, place, start, length: body.length, cut, ended };
    start += body.length;
    return row;
  });
  return [JSON.stringify(rows), Buffer.concat(pieces.map(({ body }) => body))];
}

/** Those that do not fit are told by telling of none. */
function toldOf(pieces: readonly TextPiece[]): string {
  const whole = JSON.stringify(pieces.map(({ runId, token }) => [runId, token]));
  return Buffer.byteLength(whole) < PAYLOAD_LIMIT ? whole : '[]';
}

/** Of a text, null where nothing was kept, with the pieces that hold what is asked for. */
interface PartRow {
  readonly generation: number | null;
  readonly bytes: number;
  readonly cut: boolean;
  readonly gone: boolean;
  readonly ended: boolean;
  readonly place: number | null;
  readonly body: Buffer | null;
}

interface ReadRow extends PartRow {
  readonly status: ArtifactStatus;
  readonly artifact: ArtifactRecord | null;
}

interface UnderWayRow extends PartRow {
  readonly token: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly n: number | null;
}

function toAttemptText({ status, artifact, ...row }: ReadRow, from: TextPosition): AttemptText {
  return {
    status,
    ...(artifact && { artifact }),
    ...(row.generation !== null && { part: toPart(row, from) }),
  };
}

function toPart({ generation, bytes, cut, gone, ended, place, body }: PartRow, from: TextPosition): TextPart {
  const head = { generation: generation ?? 1, bytes, cut, gone, ended };
  const isIn = from.generation === head.generation && from.offset <= bytes;
  const wanted = isIn ? from.offset : 0;
  if (place === null || body === null) return { head, offset: wanted, body: Buffer.alloc(0) };
  const start = boundaryBefore(body, wanted - place);
  return { head, offset: place + start, body: body.subarray(start) };
}

const KEEP = {
  name: 'keep-texts',
  text: 'select * from keep_texts($1::json, $2::bytea, $3::bigint, $4::bigint, $5::text)',
};

/** What a text `t` holds from byte `place` of `generation` on, if that is in it, else from its beginning. */
const partFrom = (generation: string, place: string): string => `
  left join lateral (
    select case when ${generation} = t.generation and ${place} <= t.bytes then ${place} else 0 end as place
  ) s on true
  left join lateral (
    select min(c.place) as place, string_agg(c.body, ''::bytea order by c.place) as body from text_chunks c
    where c.run_id = t.run_id and c.token = t.token and c.generation = t.generation and s.place < t.bytes
      and c.place < s.place + ${READ_AT_ONCE} and c.place >= (
        select max(p.place) from text_chunks p
        where p.run_id = t.run_id and p.token = t.token and p.generation = t.generation and p.place <= s.place
      )
  ) c on true`;

const PART = 't.generation, t.bytes, t.cut, t.gone, t.ended_at is not null as ended, c.place, c.body';

const READ = {
  name: 'read-text',
  text: `
    select v.status, ${PART}, (
      select a.record from answers w join artifacts a on a.id = w.artifact_id where w.run_id = v.run_id and w.token = v.token
    ) as artifact
    from attempt_views v left join texts t on t.run_id = v.run_id and t.token = v.token
    ${partFrom('$3::int', '$4::int')}
    where v.run_id = $1 and v.token = $2`,
};

const WHOLE = {
  name: 'whole-text',
  text: `
    select string_agg(c.body, ''::bytea order by c.place) as body from text_chunks c join texts t
      on t.run_id = c.run_id and t.token = c.token and t.generation = c.generation
    where c.run_id = $1 and c.token = $2`,
};

const UNDER_WAY = {
  name: 'texts-under-way',
  text: `
    select v.token, v.step, v.epoch, v.attempt, v.n, ${PART}
    from texts t join attempt_views v on v.run_id = t.run_id and v.token = t.token
    left join unnest($2::text[], $3::int[], $4::int[]) as f (token, generation, place) on f.token = t.token
    ${partFrom('f.generation', 'f.place')}
    where t.run_id = $1 and (t.ended_at is null and t.bytes > 0 or t.token = any($2::text[])) and v.status = 'pending' and not t.gone
    order by v.seq`,
};
