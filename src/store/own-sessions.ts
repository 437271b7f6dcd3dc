import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { StoreUnavailable } from '../ports/store/errors.ts';
import { settings } from './connection.ts';
import { asConnectFailure } from './log/failures.ts';

/** A connection pooler stands before the database, and its connections are not what dsap needs. Waiting changes nothing. */
export class UnsuitablePooler extends Error {
  override readonly name = 'UnsuitablePooler';
}

/** Open transactions at once. A busy pool hands a server connection on within one of them, so that one round may miss it. */
const HOLDERS = 2;
const ROUNDS = 3;

const WAY_OUT =
  'dsap needs a session of its own for each connection: it uses LISTEN, SET ROLE, prepared statements and, to migrate, an advisory lock. ' +
  'Use the direct address of the database, or a pooler in session mode: at Supabase port 5432 instead of 6543, ' +
  'at Neon the host without `-pooler`, with PgBouncer `pool_mode = session`';

/**
 * Throws `UnsuitablePooler` if connections to this database share the sessions of PostgreSQL, as behind a connection pooler in
 * transaction or statement mode, or if notifications get lost on the way. Throws `StoreUnavailable` if the database does not answer.
 *
 * While a connection is open, no other one may be served by its process, not even between two of its statements. So one connection
 * stays idle while others hold transactions: a pooler gives them the process that it has just got back, even if it has no other.
 */
export async function requireOwnSessions(databaseUrl: string): Promise<void> {
  const clients = Array.from({ length: 1 + HOLDERS }, () => new Client(settings(databaseUrl)));
  for (const client of clients) client.on('error', () => undefined);
  const [idle, ...holders] = clients;
  if (idle === undefined) return;
  try {
    const first = await idle.connect().then(
      () => processOf(idle),
      (error: unknown) => {
        throw asRefusal(error);
      },
    );
    await amongOthers(() => Promise.all(holders.map((holder) => holder.connect())));
    for (let round = 0; round < ROUNDS; round += 1) await amongOthers(() => requireOwnProcess(idle, holders, first));
    for (const holder of holders) await amongOthers(() => requireNotification(idle, holder));
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** Leaves transactions open where it throws: the connections are closed then. */
async function requireOwnProcess(idle: Client, holders: readonly Client[], own: number): Promise<void> {
  for (const holder of holders) {
    await begin(holder);
    if ((await processOf(holder)) === own) throw shared('one process of PostgreSQL served two open connections');
  }
  if ((await processOf(idle)) !== own) throw shared('two processes of PostgreSQL served one open connection');
  for (const holder of holders) await holder.query('rollback');
}

/** Only PgBouncer in statement mode refuses transactions. */
async function begin(client: Client): Promise<void> {
  await client.query('begin').catch((error: unknown) => {
    if (error instanceof Error && /statement pooling/i.test(error.message))
      throw new UnsuitablePooler(
        `a connection pooler in statement mode stands before it, for it refuses transactions. ${WAY_OUT}`,
      );
    throw error;
  });
}

/** PostgreSQL sends a notification before it answers the next statement of the connection that listens, so no time is waited. */
async function requireNotification(idle: Client, other: Client): Promise<void> {
  const channel = `dsap_${randomBytes(8).toString('hex')}`;
  let isHeard = false;
  const hear = (notification: { readonly channel: string }): void => {
    isHeard ||= notification.channel === channel;
  };
  idle.on('notification', hear);
  await idle.query(`listen ${channel}`);
  await other.query(`notify ${channel}`);
  await idle.query(`unlisten ${channel}`);
  idle.off('notification', hear);
  if (!isHeard) throw shared('a notification did not reach the connection that listens for it');
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

function shared(what: string): UnsuitablePooler {
  return new UnsuitablePooler(`a connection pooler in transaction mode stands before it, for ${what}. ${WAY_OUT}`);
}

/** PgBouncer refuses parameters in the URL that it does not know, in every mode. */
function asRefusal(error: unknown): unknown {
  const parameter =
    error instanceof Error && /unsupported startup parameter(?: in options)?: (\S+)/.exec(error.message)?.[1];
  if (!parameter) return asConnectFailure(error);
  return new UnsuitablePooler(
    `a connection pooler stands before it and refuses the parameter ${parameter}. Remove it from the URL`,
  );
}

/** The database has answered one connection, so a pooler that lets another one wait has no server connection left for it. */
async function amongOthers(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof UnsuitablePooler) throw error;
    const failure = asConnectFailure(error);
    if (!(failure instanceof StoreUnavailable)) throw failure;
    throw new StoreUnavailable(
      `${failure.message} It answered one connection, but not ${1 + HOLDERS} at once. A connection pooler before it needs room for ` +
        'about 20 connections of each process (`default_pool_size` of PgBouncer)',
      { cause: failure },
    );
  }
}
