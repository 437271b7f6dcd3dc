import { Client, type ClientBase, type ClientConfig } from 'pg';
import { asConnectFailure } from './log/failures.ts';

/** The role whose rights keep ℛ and the log append-only (R79). */
export const ROLE = 'dsap_service';

const CONNECT_TIMEOUT = 5_000;
const STATEMENT_LIMIT = 10_000;
/** Later than the server's own limit, for a server that has gone silent. */
const ANSWER_TIMEOUT = 12_000;

/** How every connection of the service is made: the driver's settings, and what `beginSession` sets once the connection stands. */
export interface ConnectionSettings extends ClientConfig {
  readonly connectionString: string;
  /** Milliseconds that the server spends on one statement at most. */
  readonly statementLimit: number;
  /** Whether the session takes the service's role. */
  readonly takesRole: boolean;
}

/** Looks at the database once: whether the migrations were applied, and whether this user may take the service's role. */
export async function connectionSettings(databaseUrl: string): Promise<ConnectionSettings> {
  const { migrated, takes } = await look(databaseUrl);
  if (!migrated) throw new Error('The database has no tables of dsap. Apply the migrations first.');
  return { ...settings(databaseUrl), statementLimit: STATEMENT_LIMIT, takesRole: takes };
}

/**
 * Gives a new connection the service's role and its limit. No other statement may be sent before it resolves, and a connection on which
 * it fails must be closed, so that no statement runs with more rights. Connection poolers refuse both as parameters of a connection, or
 * ignore them without a word, which is why they are statements.
 */
export async function beginSession(
  client: ClientBase,
  { takesRole, statementLimit }: Pick<ConnectionSettings, 'takesRole' | 'statementLimit'>,
): Promise<void> {
  const limit = `set statement_timeout = ${statementLimit}`;
  await client.query(takesRole ? `${limit}; set role ${ROLE}` : limit);
}

/** The driver's settings, with which a session has the rights of the user of the URL: for migrations. */
export function settings(connectionString: string): ClientConfig & { readonly connectionString: string } {
  return {
    connectionString,
    application_name: 'dsap',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
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
