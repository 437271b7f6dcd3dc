import { randomBytes } from 'node:crypto';
import type { ServiceKeys } from '../ports/store.ts';
import { type Database, only } from './pool.ts';

export function createServiceKeys(database: Database): ServiceKeys {
  return {
    async of(name) {
      await database.query(MAKE, [name, randomBytes(32)]);
      return only(await database.query<{ key: Buffer }>(FIND, [name])).key;
    },
    has: async (name) => (await database.query(FIND, [name])).length > 0,
  };
}

const MAKE = { text: 'insert into service_keys (name, key) values ($1, $2) on conflict do nothing' };

const FIND = { text: 'select key from service_keys where name = $1' };
