import { randomBytes } from 'node:crypto';
import { Pool, type PoolClient, type QueryResultRow, TypeOverrides, types } from 'pg';
import { StorageFull, StoreUnavailable } from '../ports/store/errors.ts';
import { parseJson } from '../text/exact-json.ts';
import { beginSession, type ConnectionSettings } from './connection.ts';
import { asConnectFailure, asStoreFailure } from './log/failures.ts';

/** What the store says of its own health. Any pino logger will do. */
export interface StoreLogger {
  warn(facts: object, message: string): void;
}

export interface Statement {
  /** Statements with a name are parsed and planned once per connection. */
  readonly name?: string;
  readonly text: string;
}

/**
 * One statement per call, each its own transaction: nothing here holds a lock between two round trips. Rows are as the statement
 * says; bigint columns are numbers (milliseconds and counters, far below 2^53), JSON
 * is read as `parseJson` reads it. Throws `StoreUnavailable` when the database does
 * not answer.
 */
export interface Database {
  query<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<readonly Row[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const PING_TIMEOUT = 1_000;

const PROBE_BYTES = 6_000;
const PROBE = {
  name: 'probe',
  text: `
    insert into requests (id, digest, answer, started_at, expires_at) values ('probe', 'probe', $1::json, $2::bigint, $2::bigint + 86400000)
    on conflict (id) do update set answer = excluded.answer, started_at = excluded.started_at, expires_at = excluded.expires_at`,
};

export function openDatabase(settings: ConnectionSettings, size: number, logger: StoreLogger): Database {
  const pool = new Pool({ ...settings, max: size, types: columnTypes() });
  // The loss of a connection, idle or at work, would end the process if nobody listened. The pool replaces it by itself.
  const lost = (error: Error): void => logger.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const begun = new WeakSet<PoolClient>();

  async function query<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const client = await connect();
    try {
      const { rows } = await client.query<Row>({ ...statement, values: values.map(storable) });
      client.release();
      return rows;
    } catch (error) {
      const failure = asStoreFailure(error);
      // A connection that may be broken is not used again; one that only refused a statement is.
      client.release(failure instanceof StoreUnavailable && !(failure instanceof StorageFull));
      throw failure;
    }
  }

  async function connect(): Promise<PoolClient> {
    try {
      const client = await pool.connect();
      if (!begun.has(client)) await begin(client);
      return client;
    } catch (error) {
      throw asConnectFailure(error);
    }
  }

  async function begin(client: PoolClient): Promise<void> {
    try {
      await beginSession(client, settings);
      begun.add(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  // Reading works on a full disk, so what is asked is to write. Incompressible, so that it takes room; the same row, so that it stays little.
  const probe = () => query(PROBE, [JSON.stringify(randomBytes(PROBE_BYTES).toString('base64')), Date.now()]);

  return { query, ping: () => within(PING_TIMEOUT, probe()), close: () => pool.end() };
}

/** The first row of a statement that always has one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement of the store came back without a row.');
  return row;
}

/**
 * PostgreSQL's `text` holds no NUL; what people and models write may. In JSON and in contents it is kept; an id or a label with one
 * is looked up, and a note stored, with the replacement character in its place.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\uFFFD');
  return Array.isArray(value) ? value.map(storable) : value;
}

/** Users' numbers lie in JSON columns, with all their digits. */
function columnTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  overrides.setTypeParser(types.builtins.JSON, parseJson);
  return overrides;
}

async function within(milliseconds: number, answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable(`The database did not answer in ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
