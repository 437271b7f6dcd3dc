import type { Store } from '../../src/ports/store/store.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { CONNECTIONS, createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

interface TestStore {
  readonly store: Store;
  readonly database: TestDatabase;
}

/** A database for this file with a store on it, before its tests and gone after them. */
export function useStore(): TestStore {
  let opened: TestStore | undefined;
  beforeAll(async () => {
    const database = await createTestDatabase();
    opened = { database, store: await createStore({ databaseUrl: database.url, poolSize: CONNECTIONS }) };
  });
  afterAll(async () => {
    await opened?.store.close();
    await opened?.database.drop();
  });
  const get = (): TestStore => {
    if (!opened) throw new Error('The store opens before the first test.');
    return opened;
  };
  return {
    get store() {
      return get().store;
    },
    get database() {
      return get().database;
    },
  };
}
