import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { settings } from './connection.ts';
import { asConnectFailure, asStoreFailure } from './log/failures.ts';

/**
 * Brings the database to the newest schema. Any number of processes may do this at once: one works, the others wait for its lock
 * and find nothing left to do (R79). Throws `StoreUnavailable` when the database does not answer.
 */
export async function migrate(databaseUrl: string, log: (line: string) => void = () => undefined): Promise<void> {
  const { query_timeout: _, ...unlimited } = settings(databaseUrl);
  const client = new Client(unlimited);
  client.on('error', (error) => log(`the connection was lost: ${error.message}`));
  try {
    await client.connect().catch((error: unknown) => {
      throw asConnectFailure(error);
    });
    await runner({
      dbClient: client,
      dir: fileURLToPath(new URL('migrations', import.meta.url)),
      direction: 'up',
      migrationsTable: 'dsap_migrations',
      advisoryLockMode: 'wait',
      log,
    });
  } catch (error) {
    throw asStoreFailure(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
