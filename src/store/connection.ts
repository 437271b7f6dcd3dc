import { Client, type ClientConfig } from 'pg';
import { asConnectFailure } from './log/failures.ts';

/** The role whose rights keep ℛ and the log append-only (R79). */
export const ROLE = 'dsap_service';

const CONNECT_TIMEOUT = 5_000;
const STATEMENT_TIMEOUT = 10_000;
/** Later than the server's own limit, for a server that has gone silent. */
const ANSWER_TIMEOUT = 12_000;

/** How every connection of the service is made. */
export type ConnectionSettings = ClientConfig & { readonly connectionString: string };

/**
 * Looks at the database once: whether the migrations were applied, and whether this user may take the service's role. The role is
 * asked for as the connection starts, so there is no moment, and no failure, in which a connection has more rights than that.
 */
export async function connectionSettings(databaseUrl: string): Promise<ConnectionSettings> {
  const { migrated, takes } = await look(databaseUrl);
  if (!migrated) throw new Error('The database has no tables of dsap. Apply the migrations first.');
  return settings(takes ? withRole(databaseUrl) : databaseUrl);
}

/** The plain settings, without the role: for migrations. */
export function settings(connectionString: string): ConnectionSettings {
  return {
    connectionString,
    application_name: 'dsap',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

const LOOK = `
  select to_regclass('runs') is not null and to_regclass('requests') is not null as migrated,
    coalesce((
      select pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
      from pg_roles where rolname = $1
    ), false) as takes`;

async function look(databaseUrl: string): Promise<{ migrated: boolean; takes: boolean }> {
  const client = new Client(settings(databaseUrl));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ migrated: boolean; takes: boolean }>(LOOK, [ROLE]);
    return rows[0] ?? { migrated: false, takes: false };
  } catch (error) {
    throw asConnectFailure(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function withRole(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get('options'), `-c role=${ROLE}`].filter(Boolean).join(' ');
  url.searchParams.set('options', options);
  return url.href;
}
