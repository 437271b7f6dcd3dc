import { connectionSettings } from '../../src/store/connection.ts';
import { type Database, openDatabase } from '../../src/store/pool.ts';

interface CountedStatements {
  readonly database: Database;
  /** Statements since the last reset. */
  count(): number;
  /** Rows that they have answered with so far. */
  rows(): number;
  /** Bytes of contents in the answers that have come. */
  bytes(): number;
  reset(): void;
}

/** A database as the store uses it, which counts what is asked of it. */
export function useStatements(url: () => string): CountedStatements {
  let opened: Database | undefined;
  let told = { count: 0, rows: 0, bytes: 0 };
  beforeAll(async () => {
    opened = openDatabase(await connectionSettings(url()), 2, { warn: () => undefined });
  });
  afterAll(() => opened?.close());
  const get = (): Database => {
    if (!opened) throw new Error('The database opens before the first test.');
    return opened;
  };
  const database: Database = {
    async query(statement, values) {
      told.count += 1;
      const rows = await get().query<never>(statement, values);
      told.rows += rows.length;
      for (const row of rows)
        for (const value of Object.values(row)) if (Buffer.isBuffer(value)) told.bytes += value.length;
      return rows;
    },
    ping: () => get().ping(),
    close: () => get().close(),
  };
  return {
    database,
    count: () => told.count,
    rows: () => told.rows,
    bytes: () => told.bytes,
    reset: () => (told = { count: 0, rows: 0, bytes: 0 }),
  };
}
