import { Client } from 'pg';
import { until } from '../until.ts';

/** Keeps everybody else from inserting into a table, so that a process can be caught between two writes. */
export interface TableLock {
  /** Resolves when so many statements wait for the lock. */
  caught(count: number): Promise<void>;
  /** Cuts off whoever waits, then lets go: what waited is not done. */
  release(): Promise<void>;
}

export async function lockTable(databaseUrl: string, table: string): Promise<TableLock> {
  const [holder, watcher] = [new Client(databaseUrl), new Client(databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query(`begin; lock table ${table} in share mode`);
  const waiting = async () => (await watcher.query(WAITING, [table])).rowCount ?? 0;
  return {
    async caught(count) {
      await until(`${count} writes wait for ${table}`, async () => ((await waiting()) >= count ? true : undefined));
    },
    async release() {
      await watcher.query(`select pg_terminate_backend(pid) from (${WAITING}) waiting`, [table]);
      await until('they are cut off', async () => ((await waiting()) === 0 ? true : undefined));
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}

const WAITING = 'select pid from pg_locks where relation = $1::text::regclass and not granted';
