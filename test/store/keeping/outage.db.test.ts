import { StoreUnavailable } from '../../../src/ports/store/errors.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createTestDatabase, openDoors, type TestDatabase } from '../../support/servers/database.ts';
import { numbered, startRun } from '../makers.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('engine 5.9: a store outlives the loss of all its connections, and hears and answers again', async () => {
  const store = await createStore({ databaseUrl: database.url, poolSize: 2 });
  try {
    const { id } = await startRun(store);
    const waiting = store.events.waitFor(id, 2, 10_000).catch((error: unknown) => error);
    await openDoors(database.url, false);
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    await expect(store.runs.find(id)).rejects.toThrow(StoreUnavailable);
    expect(await waiting).toBeInstanceOf(StoreUnavailable);
    await openDoors(database.url, true);
    await store.ping();
    const heard = new Promise<number>((resolve) => {
      store.events.subscribe(({ seq }) => resolve(seq));
    });
    let seq = 1;
    const telling = setInterval(
      () => void store.events.append(id, numbered([{ type: 'note.added', text: 'x' }], ++seq)),
      100,
    );
    expect(await heard).toBeGreaterThan(1);
    clearInterval(telling);
    await store.events.waitFor(id, seq, 5_000);
  } finally {
    await store.close();
  }
});

test('a store that was closed is refused as unavailable', async () => {
  const store = await createStore({ databaseUrl: database.url, poolSize: 1 });
  await store.close();
  await expect(store.ping()).rejects.toThrow(StoreUnavailable);
});
