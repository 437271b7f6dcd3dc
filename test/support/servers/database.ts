import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../../../src/store/migrate.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own on the server that TEST_DATABASE_URL names, with the newest schema unless asked without. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} ${migrated ? `template ${TEMPLATE}` : ''} strategy file_copy`);
  return { url: within(serverUrl(), name), drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** Makes the database with the newest schema of which others are copies: a copy takes a tenth of what the migrations take. */
export async function createTemplate(server: string): Promise<void> {
  await onServer(`create database ${TEMPLATE}`, server);
  await migrate(within(server, TEMPLATE));
}

/** Connections of a store on such a database: each one more parses and plans every statement once again. */
export const CONNECTIONS = 2;

const TEMPLATE = 'dsap_template';

/** Runs statements as the server's superuser, in the database of a URL or the server's own. */
export async function onServer(text: string, url = serverUrl()): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Lets nobody in and those inside out, or everybody in again. A connection that was being made as the door shut is inside a moment later,
 * so those inside are looked for again until none is found.
 */
export async function openDoors(url: string, open: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(`alter database ${name} with allow_connections ${open}`);
  if (open) return;
  for (let empty = 0; empty < LOOKS; await wait(LOOK_EVERY)) empty = (await putOut(name)) === 0 ? empty + 1 : 0;
}

const LOOKS = 3;
const LOOK_EVERY = 50;

async function putOut(name: string): Promise<number> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

function within(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL server; the global setup of the tests sets it.');
  return url;
}
