import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../../src/store/migrate.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own on the server that TEST_DATABASE_URL names, with the newest schema unless asked without. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  if (migrated) await migrate(url.href);
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

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

/** Lets nobody in and those inside out, or everybody in again. */
export function openDoors(url: string, open: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  return onServer(`
    alter database ${name} with allow_connections ${open};
    select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL server; the global setup of the tests sets it.');
  return url;
}
