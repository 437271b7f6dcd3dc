import type { Definitions, DefinitionVersion } from '../../ports/store.ts';
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

export function createDefinitions(database: Database): Definitions {
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
      const [row] = await database.query<Row>(FIND, [name, version ?? null]);
      return row && toVersion(row);
    },
    async list(page) {
      const key = keyIn(LIST_NAME, page, ['number']);
      const rows = await database.query<Row>(LIST, [...key, page.limit + 1]);
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

const FIND = {
  text: `
    select * from definitions where name = $1 and ($2::numeric is null or version = $2)
    order by version desc limit 1`,
};

const LIST = {
  text: `
    select d.* from definitions d
    where not exists (select from definitions newer where newer.name = d.name and newer.version > d.version)
      and ($1::bigint is null or d.ordinal < $1)
    order by d.ordinal desc limit $2`,
};

function toVersion({ ordinal: _ordinal, created_at: createdAt, ...version }: Row): DefinitionVersion {
  return { ...version, createdAt };
}
