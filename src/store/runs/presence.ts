import type { WorkerPresence } from '../../ports/store.ts';
import type { Database } from '../pool.ts';

/** What a process with workers calls its connection that listens, which the server drops the moment that the process is dead. */
const PREFIX = 'dsap worker ';
/** PostgreSQL cuts longer names off. */
const LONGEST = 63;

export function presenceName(identity: string): string {
  return `${PREFIX}${identity}`.slice(0, LONGEST);
}

/** Reads who is connected to the database now, by the names of connections. */
export function createPresence(database: Database): WorkerPresence {
  return {
    async of(identities) {
      const rows = await database.query<{ name: string }>(CONNECTED, [identities.map(presenceName)]);
      const names = new Set(rows.map(({ name }) => name));
      return new Set(identities.filter((identity) => names.has(presenceName(identity))));
    },
  };
}

const CONNECTED = {
  text: `
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name = any($1::text[])`,
};
