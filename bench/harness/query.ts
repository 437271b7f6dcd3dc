import { Client } from 'pg';

/** The one number, named `value`, that a query answers. */
export async function numberIn(databaseUrl: string, query: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string | number }>(query);
    return Number(rows[0]?.value);
  } finally {
    await client.end();
  }
}
