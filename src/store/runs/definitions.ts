import type { Definitions, DefinitionVersion } from '../../ports/store/definitions.ts';
import type { Immutables } from '../immutables.ts';
import { cursorOf, keyIn, pageOf } from '../page.ts';
import type { Database } from '../pool.ts';

interface Row {
  readonly ordinal: number;
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly topology: string;
  readonly document: unknown;
  readonly plan: DefinitionVersion['plan'];
  readonly warnings: readonly unknown[];
  readonly created_at: number;
}

export function createDefinitions(database: Database, known: Immutables): Definitions {
  return {
    async publish(definition) {
      const { name, digest, topology, document, plan, warnings } = definition;
      const documents = [document, plan, warnings].map((value) => JSON.stringify(value));
      const values = [name, digest, topology, ...documents, Date.now()];
      for (;;) {
        const [created] = await database.query<Row>(PUBLISH, values);
        if (created) return { version: toVersion(created), created: true };
        const [existing] = await database.query<Row>(SAME, [name, digest]);
        if (existing) return { version: toVersion(existing), created: false };
        // Another content took the number between the two: the next round takes the one after it.
      }
    },
    async find(name, version) {
      const cached = known.definitions.get(keyOf(name, version));
      if (cached && version !== undefined) return cached;
      const [row] = await database.query<Found>(FIND, [name, version ?? null, cached?.version ?? 0]);
      if (!row) return cached;
      const { bytes, ...found } = row;
      const read = toVersion(found);
      known.definitions.set(keyOf(name, version), read, bytes);
      return read;
    },
    async list(page, without = []) {
      const key = keyIn(LIST_NAME, page, ['number']);
      const rows = await database.query<Row>(LIST, [...key, page.limit + 1, JSON.stringify(without)]);
      return pageOf(rows, page, (last) => cursorOf(LIST_NAME, [last.ordinal]), toVersion);
    },
  };
}

const LIST_NAME = 'definitions';

/** Nothing is inserted where the name has this content already, or where a concurrent publication took the number. */
const PUBLISH = {
  text: `
    insert into definitions (name, version, digest, topology, document, plan, warnings, created_at)
    select $1, coalesce(max(version), 0) + 1, $2, $3, $4::json, $5::json, $6::json, $7::bigint from definitions where name = $1
    on conflict do nothing
    returning *`,
};

const SAME = { text: 'select * from definitions where name = $1 and digest = $2' };

/** Of the newest versions none that is known already: another process may have published one since. */
const FIND = {
  name: 'definition',
  text: `
    select *, octet_length(document::text) + octet_length(plan::text) as bytes
    from definitions where name = $1 and ($2::numeric is null or version = $2) and version > $3::int
    order by version desc limit 1`,
};

interface Found extends Row {
  readonly bytes: number;
}

/** Versions never change; without one it is the newest that this process has met. */
function keyOf(name: string, version: number | undefined): string {
  return `${version ?? 'newest'} ${name}`;
}

/** What is left out goes by the document, but for the name of its model. A document with NUL, which is no `jsonb`, is none of them. */
const LIST = {
  text: `
    with left_out as materialized (select value as document from jsonb_array_elements($3::jsonb))
    select d.* from definitions d
    where not exists (select from definitions newer where newer.name = d.name and newer.version > d.version)
      and ($1::bigint is null or d.ordinal < $1)
      and not exists (
        select from left_out w where w.document->>'name' = d.name
          and case when w.document->>'name' = d.name and position('\\u0000' in d.document::text) = 0
            then jsonb_set(d.document::jsonb, '{model,name}', coalesce(w.document->'model'->'name', 'null')) = w.document end)
    order by d.ordinal desc limit $2`,
};

function toVersion({ ordinal: _ordinal, created_at: createdAt, ...version }: Row): DefinitionVersion {
  return { ...version, createdAt };
}
