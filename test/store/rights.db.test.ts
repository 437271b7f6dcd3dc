import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { beginSession, connectionSettings } from '../../src/store/connection.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { asService, missingMigrations, openToService } from '../../src/store/service-login.ts';
import { createTestDatabase, onServer, type TestDatabase } from '../support/servers/database.ts';
import { startRun } from './makers.ts';

const APPEND_ONLY = [
  'contents',
  'definitions',
  'runs',
  'events',
  'artifacts',
  'artifact_parents',
  'verdicts',
  'faults',
  'audit',
  'revisions',
  'service_keys',
  'agent_turns',
  'agent_effects',
];
const CHANGES = {
  UPDATE: (table: string) => `update ${table} set ${columns[table]} = ${columns[table]}`,
  DELETE: (table: string) => `delete from ${table}`,
  TRUNCATE: (table: string) => `truncate ${table}`,
};
const columns: Record<string, string> = {
  contents: 'digest',
  definitions: 'name',
  runs: 'id',
  events: 'type',
  artifacts: 'id',
  artifact_parents: 'relation',
  verdicts: 'token',
  faults: 'token',
  audit: 'actor',
  revisions: 'digest',
  service_keys: 'name',
  agent_turns: 'step',
  agent_effects: 'call',
};
const attempts = APPEND_ONLY.flatMap((table) =>
  Object.entries(CHANGES).map(([verb, text]) => [verb, table, text(table)] as const),
);

/** A connection as the service makes them. */
async function connected(url: string): Promise<Client> {
  const settings = await connectionSettings(url);
  const client = new Client(settings);
  await client.connect();
  await beginSession(client, settings);
  return client;
}

describe("the service's role", () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = await connected(database.url);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test('R79: every connection has it before its first statement', async () => {
    expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'dsap_service' }]);
  });

  test.each(attempts)('R79: %s of %s is refused', async (_, __, text) => {
    await expect(client.query(text)).rejects.toThrow('permission denied');
  });
});

describe('a login of its own', () => {
  let database: TestDatabase;
  let url: string;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    url = asService(database.url, 'pa/ss word%');
    await openToService(database.url, url);
    client = await connected(url);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test('R79: RESET ROLE and SET SESSION AUTHORIZATION give no other rights back', async () => {
    await client.query('reset role');
    await client.query('reset session authorization');
    const { rows } = await client.query('select current_user, session_user, current_setting($1) as super', [
      'is_superuser',
    ]);
    expect(rows).toEqual([{ current_user: 'dsap_service', session_user: 'dsap_service', super: 'off' }]);
    await expect(client.query('set role postgres')).rejects.toThrow('permission denied');
    await expect(client.query('create table mine (id int)')).rejects.toThrow('permission denied');
  });

  test.each(attempts)('R79: %s of %s is refused', async (_, __, text) => {
    await expect(client.query(text)).rejects.toThrow('permission denied');
  });

  test('R79: the store works with it, and sees which migrations there are', async () => {
    const store = await createStore({ databaseUrl: url, poolSize: 1 });
    try {
      const run = await startRun(store);
      expect((await store.runs.find(run.id))?.record).toEqual(run);
    } finally {
      await store.close();
    }
    expect(await missingMigrations(url)).toEqual([]);
  });

  test('a database that was never migrated lacks them all', async () => {
    const empty = await createTestDatabase({ migrated: false });
    expect(await missingMigrations(empty.url)).toContain('0001_store');
    await empty.drop();
  });
});

describe('where roles cannot be created', () => {
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  let url: URL;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    url = new URL(database.url);
    await onServer(
      `create role ${owner} login password 'secret'; alter database ${url.pathname.slice(1)} owner to ${owner}`,
    );
    url.username = owner;
    url.password = 'secret';
    await migrate(url.href);
    client = new Client({ connectionString: url.href });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    await onServer(`drop role ${owner}`);
  });

  test.each(attempts)('R79: %s of %s is refused to the owner itself', async (_, __, text) => {
    await expect(client.query(text)).rejects.toThrow('permission denied');
  });

  test('R79: the store works nevertheless', async () => {
    const store = await createStore({ databaseUrl: url.href, poolSize: 1 });
    try {
      const run = await startRun(store);
      expect((await store.runs.find(run.id))?.record).toEqual(run);
    } finally {
      await store.close();
    }
  });
});
