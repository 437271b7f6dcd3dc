import pg from 'pg';
import { StoreUnavailable } from '../domain/store.ts';
import type { ConnectionSettings } from './connection.ts';
import { asConnectFailure, asStoreFailure } from './failures.ts';

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
 * says; bigint columns are numbers (milliseconds and counters, far below 2^53). Throws `StoreUnavailable` when the database does
 * not answer.
 */
export interface Database {
  query<Row extends pg.QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<readonly Row[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const PING_TIMEOUT = 1_000;
const INT8 = 20;

export function openDatabase(settings: ConnectionSettings, size: number, logger: StoreLogger): Database {
  const pool = new pg.Pool({ ...settings, max: size, types: { getTypeParser } });
  // An idle connection that dies is dropped by the pool; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  const database: Database = {
    async query<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[] = []) {
      const client = await connect(pool);
      try {
        const { rows } = await client.query<Row>({ ...statement, values: [...values] });
        client.release();
        return rows;
      } catch (error) {
        const failure = asStoreFailure(error);
        // A connection that may be broken is not used again; one that only refused a statement is.
        client.release(failure instanceof StoreUnavailable);
        throw failure;
      }
    },
    ping: () => within(PING_TIMEOUT, database.query({ text: 'select 1' })),
    close: () => pool.end(),
  };
  return database;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asConnectFailure(error);
  }
}

/** The first row of a statement that always has one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement of the store came back without a row.');
  return row;
}

/** PostgreSQL's `text` holds no NUL; what people and models write may. Only for texts that nothing is computed from. */
export function plainText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8
    ? Number
    : format === 'binary'
      ? pg.types.getTypeParser(oid, format)
      : pg.types.getTypeParser(oid, 'text');

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
