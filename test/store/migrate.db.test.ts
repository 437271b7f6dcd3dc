import { Client } from 'pg';
import { StoreUnavailable } from '../../src/ports/store/errors.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(() => database.drop());

test('R79: several processes may migrate at once, and again', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
  await migrate(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select name from dsap_migrations');
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual([
    '0001_store',
    '0002_revisions',
    '0003_worker_offers',
    '0004_service_keys',
    '0005_agent_turns',
    '0006_evidence',
    '0007_tellings',
    '0008_audit_shown',
    '0009_sessions',
    '0010_texts',
    '0011_schedules',
    '0012_snapshots',
    '0013_urgent_questions',
    '0014_budgets',
    '0015_inputs',
    '0016_waits',
    '0017_caps',
    '0018_endpoints',
    '0019_equal_faults',
    '0020_limits',
    '0021_waits_between_faults',
  ]);
});

test('a store does not open on a database without its tables, and says what to do', async () => {
  await expect(createStore({ databaseUrl: database.url })).rejects.toThrow('Apply the migrations first');
});

test.each([
  ['migrate', (url: string) => migrate(url)],
  ['open', (url: string) => createStore({ databaseUrl: url })],
])('where no database answers, to %s is refused as unavailable', async (_, act) => {
  await expect(act('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(StoreUnavailable);
});
