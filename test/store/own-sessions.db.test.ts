// A real PgBouncer before a real PostgreSQL.
import { Client } from 'pg';
import { bringUpToDate } from '../../src/cli/start/bring-up-to-date.ts';
import { StoreUnavailable } from '../../src/ports/store/errors.ts';
import { connectionSettings } from '../../src/store/connection.ts';
import { requireOwnSessions, UnsuitablePooler } from '../../src/store/own-sessions.ts';
import { openDatabase } from '../../src/store/pool.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { type PgBouncer, type PoolMode, startPgBouncer, titled, withPgBouncer } from '../support/servers/pgbouncer.ts';
import { until } from '../support/until.ts';
import { startRun } from './makers.ts';

let database: TestDatabase;
let pooler: PgBouncer | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
});
afterAll(() => database.drop());

async function pooled(mode: PoolMode, settings: Parameters<typeof startPgBouncer>[2] = {}): Promise<string> {
  pooler = await startPgBouncer(database.url, mode, settings);
  return pooler.url;
}

/** Others of the pool, who have used `count` of its server connections at once and go on with one statement after another. */
async function busy(url: string, count: number): Promise<() => Promise<void>> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map((client) => client.query('select pg_sleep(0.05)')));
  const over = new AbortController();
  const working = clients.map(async (client) => {
    while (!over.signal.aborted) await client.query('select 1');
  });
  return async () => {
    over.abort();
    await Promise.all(working);
    await Promise.all(clients.map((client) => client.end()));
  };
}

test('report 30: a database without a pooler is accepted', async () => {
  await requireOwnSessions(database.url);
});

const TRANSACTIONS = [
  ['that has its default settings', {}],
  ['with one server connection, which serves all', { default_pool_size: 1 }],
  ['that hands its server connections on in turn', { server_round_robin: 1 }],
  ['that resets sessions after each transaction', { server_reset_query_always: 1 }],
] as const;

withPgBouncer.each(TRANSACTIONS)(
  titled('report 30: a pooler in transaction mode %s is refused'),
  async (_, settings) => {
    const url = await pooled('transaction', settings);
    await expect(requireOwnSessions(url)).rejects.toThrow(UnsuitablePooler);
    // Then its server connections are there, and idle.
    await expect(requireOwnSessions(url)).rejects.toThrow(/in transaction mode .*LISTEN.*pool_mode = session/);
  },
);

withPgBouncer.each([{ server_round_robin: 0 }, { server_round_robin: 1 }])(
  titled('report 30: a pooler in transaction mode that others use meanwhile is refused: %o'),
  async (settings) => {
    const url = await pooled('transaction', settings);
    const leave = await busy(url, 8);
    try {
      for (let round = 0; round < 5; round += 1)
        await expect(requireOwnSessions(url)).rejects.toThrow(UnsuitablePooler);
    } finally {
      await leave();
    }
  },
);

withPgBouncer(titled('report 30: a pooler in statement mode is refused'), async () => {
  const url = await pooled('statement');
  await expect(requireOwnSessions(url)).rejects.toThrow(/in statement mode .*pool_mode = session/);
});

withPgBouncer(
  titled('report 30: what is refused names the database, the reason, the way out and the setting'),
  async () => {
    const url = await pooled('transaction');
    const refused = bringUpToDate(url, undefined);
    await expect(refused).rejects.toThrow(
      /^The database postgres:\/\/postgres:\*+@127\.0\.0\.1:\d+\/test_\w+ cannot be used: a connection pooler in transaction mode .* 5432 instead of 6543.* Then correct DATABASE_URL\.$/,
    );
    await expect(refused).rejects.not.toThrow(StoreUnavailable);
    await expect(bringUpToDate(database.url, url)).rejects.toThrow(/ Then correct DSAP_MIGRATION_DATABASE_URL\.$/);
    await expect(bringUpToDate(url, database.url)).rejects.toThrow(/ Then correct DATABASE_URL\.$/);
  },
);

withPgBouncer(titled('report 30: a pooler refuses parameters of the URL, and the error says which'), async () => {
  const url = new URL(await pooled('session'));
  url.searchParams.set('options', '-c search_path=public');
  await expect(bringUpToDate(url.href, undefined)).rejects.toThrow(
    /refuses the parameter \S+\. Remove it from the URL/,
  );
});

withPgBouncer(
  titled('report 30: a pooler in session mode without room for several connections is told as such'),
  async () => {
    const url = await pooled('session', { default_pool_size: 1, query_wait_timeout: 1 });
    await expect(requireOwnSessions(url)).rejects.toThrow(/^The database does not answer: .*default_pool_size/);
  },
);

withPgBouncer.each([{}, { ignore_startup_parameters: 'options,extra_float_digits' }])(
  titled('report 30, R79: a pooler in session mode serves, with the role and the limit of the service: %o'),
  async (settings) => {
    const url = await pooled('session', settings);
    await bringUpToDate(url, undefined);
    const own = openDatabase(await connectionSettings(url), 1, { warn: () => undefined });
    const [session] = await own.query({ text: "select current_user, current_setting('statement_timeout') as timeout" });
    expect(session).toEqual({ current_user: 'dsap_service', timeout: '10s' });
    await own.close();
    const store = await createStore({ databaseUrl: url, worker: 'pooled' });
    const heard: string[] = [];
    store.events.subscribe(({ runId }) => heard.push(runId));
    const run = await startRun(store);
    await until('the notification', () => heard.includes(run.id) || undefined);
    expect((await store.runs.find(run.id))?.record).toEqual(run);
    expect(await store.presence.of(['pooled', 'other'])).toEqual(new Set(['pooled']));
    await store.close();
    const after = await createStore({ databaseUrl: url });
    await until('no worker', async () => (await after.presence.of(['pooled'])).size === 0 || undefined, 10_000);
    await after.close();
  },
);
