import { Client } from 'pg';

/** Counts the leases and the bookings of an endpoint. */
export function countLimitRows(databaseUrl: string, endpoint: string) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ leases: number; bookings: number }>(
      `select (select count(*)::int from limit_leases where endpoint = $1) as leases,
         (select count(*)::int from limit_bookings where endpoint = $1) as bookings`,
      [endpoint],
    );
    return rows[0];
  });
}

/** Locks the limits of an endpoint while `act` runs. */
export function lockLimitRows(databaseUrl: string, endpoint: string, act: () => Promise<void>) {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('select from endpoint_limits where endpoint = $1 for update', [endpoint]);
    await act();
    await client.query('commit');
  });
}

/** Tells whether a statement of the database waits for a lock. */
export function isWaitingForLock(databaseUrl: string) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
}

async function withClient<T>(databaseUrl: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
