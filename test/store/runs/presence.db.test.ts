// A real PostgreSQL: which processes are connected to a database, by their names.
import { createStore } from '../../../src/store/postgres-store.ts';
import { useStore } from '../stores.ts';

const engine = useStore();
const other = useStore();

test('who is present is told of one database alone, also for identities longer than its names', async () => {
  const long = `1@${'host.'.repeat(20)}`;
  const process = await createStore({ databaseUrl: engine.database.url, worker: long });
  try {
    expect(await engine.store.presence.of([long, '2@host'])).toEqual(new Set([long]));
    expect(await other.store.presence.of([long])).toEqual(new Set());
  } finally {
    await process.close();
  }
});
