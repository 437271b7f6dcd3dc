import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { ROLE, settings } from './connection.ts';
import { asConnectFailure } from './log/failures.ts';

/** The same database with the role of the service as its user: who logs in so has no other role to go back to. */
export function asService(databaseUrl: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = ROLE;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Whether a URL logs in as the service's role itself, which may change no table. */
export function isService(databaseUrl: string): boolean {
  return new URL(databaseUrl).username === ROLE;
}

/**
 * Lets the service log in as its own role with the password of `serviceUrl`, where it cannot yet, and read which migrations were
 * applied. `ownerUrl` is a user who has migrated and may change the role.
 */
export async function openToService(ownerUrl: string, serviceUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query(`grant select on dsap_migrations to ${ROLE}`);
    if (await logsIn(serviceUrl)) return;
    const password = client.escapeLiteral(decodeURIComponent(new URL(serviceUrl).password));
    await client.query(`alter role ${ROLE} login password ${password}`);
  });
}

/** The migrations that the database lacks, by name; all of them where it has no table of them or does not show it. */
export async function missingMigrations(databaseUrl: string): Promise<readonly string[]> {
  const files = await readdir(fileURLToPath(new URL('migrations', import.meta.url)));
  const applied = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ readable: boolean }>(READABLE);
    if (rows[0]?.readable !== true) return [];
    return (await client.query<{ name: string }>('select name from dsap_migrations')).rows.map(({ name }) => name);
  });
  return files.map((file) => file.replace(/\.sql$/, '')).filter((name) => !applied.includes(name));
}

const READABLE = `select coalesce(has_table_privilege(to_regclass('dsap_migrations'), 'select'), false) as readable`;

async function logsIn(url: string): Promise<boolean> {
  return withClient(url, async () => true).catch(() => false);
}

async function withClient<Answer>(url: string, use: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client(settings(url));
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw asConnectFailure(error);
    });
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
