import { Client } from 'pg';

/** The one number, named `value`, that a query answers. */
export async function numberIn(databaseUrl: string, query: string): Promise<number> {
  const [row] = await rowsIn<{ value: string | number }>(databaseUrl, query);
  return Number(row?.value);
}

/** All rows of a query. */
export async function rowsIn<Row extends object>(databaseUrl: string, query: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

export async function run(databaseUrl: string, statement: string): Promise<void> {
  await rowsIn(databaseUrl, statement);
}
