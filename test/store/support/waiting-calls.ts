import { Client } from 'pg';

/** Writes that a call waits, of a run that there need not be. */
export async function noteWaiting(databaseUrl: string, call: { readonly runId: string; readonly token: string }) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into call_waits (run_id, counted, token, reason, since, until, sent) values ($1, $2, $2, 'limit', 0, 0, false)
       on conflict do nothing`,
      [call.runId, call.token],
    );
  } finally {
    await client.end();
  }
}
