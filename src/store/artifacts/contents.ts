import type { Contents } from '../../ports/store/contents.ts';
import { digestOf } from '../digest.ts';
import type { Immutables } from '../immutables.ts';
import type { Database } from '../pool.ts';

interface Row {
  readonly digest: string;
  readonly body: Buffer;
}

export function createContents(database: Database, known: Immutables): Contents {
  return {
    async put(texts) {
      const digests = texts.map(digestOf);
      if (texts.length > 0) await database.query(putStatement(texts.length), [digests, ...texts.map(bytesOf)]);
      return digests;
    },
    async get(digests) {
      const texts = new Map<string, string>();
      for (const digest of digests) {
        const text = known.texts.get(digest);
        if (text !== undefined) texts.set(digest, text);
      }
      const unknown = digests.filter((digest) => !texts.has(digest));
      const rows = unknown.length === 0 ? [] : await database.query<Row>(GET, [unknown]);
      for (const { digest, body } of rows) {
        texts.set(digest, textOf(body));
        known.texts.set(digest, textOf(body), body.length);
      }
      mustHold(texts, digests);
      return texts;
    },
    async heads(digests, bytes) {
      const rows = digests.length === 0 ? [] : await database.query<Row & { bytes: number }>(HEADS, [digests, bytes]);
      const heads = new Map(rows.map((row) => [row.digest, { text: wholeCharacters(row.body), bytes: row.bytes }]));
      mustHold(heads, digests);
      return heads;
    },
  };
}

function mustHold(found: ReadonlyMap<string, unknown>, digests: readonly string[]): void {
  const missing = digests.filter((digest) => !found.has(digest));
  if (missing.length > 0) throw new Error(`The store has no content ${missing.join(', ')}.`);
}

/** The text of bytes that may end in the middle of a character. */
function wholeCharacters(body: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: true });
}

/** Contents are bytes, because `text` holds no NUL. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

export function textOf(body: Buffer): string {
  return body.toString('utf8');
}

/**
 * Rows of digest and body from parameters: the digests as one array, then each body as a parameter of its own, which the driver
 * sends as it is; an array of them it would write out as hexadecimal digits.
 */
export function contentRows(count: number, first: number): string {
  const bodies = Array.from({ length: count }, (_, at) => `$${first + 1 + at}`);
  return `unnest($${first}::text[], array[${bodies.join(', ')}]::bytea[]) as c (digest, body)`;
}

/** In the order of digests, so that two writers of the same texts never wait for each other. */
function putStatement(count: number): { text: string } {
  return {
    text: `insert into contents (digest, body) select digest, body from ${contentRows(count, 1)} order by digest on conflict do nothing`,
  };
}

const HEADS = {
  name: 'content_heads',
  text: 'select digest, substring(body from 1 for $2) as body, length(body) as bytes from contents where digest = any($1::text[])',
};

const GET = { name: 'contents', text: 'select digest, body from contents where digest = any($1::text[])' };
