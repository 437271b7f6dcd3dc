import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeEnding, spawnKept } from '../../../src/platform/kept-process.ts';
import { freePort } from '../../../src/platform/ports.ts';
import { serverAccount } from '../../../src/platform/server-account.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
  (file) => spawnSync(file, ['--version']).status === 0,
);

/** Where there is no PgBouncer, its tests are skipped and say so. */
export const withPgBouncer = PROGRAM === undefined ? test.skip : test;
export const titled = (title: string): string =>
  PROGRAM === undefined ? `${title} (skipped: pgbouncer is not installed here)` : title;

export type PoolMode = 'session' | 'transaction' | 'statement';

export interface PgBouncer {
  /** Of the database, through the pooler. */
  readonly url: string;
  stop(): Promise<unknown>;
}

/** A PgBouncer before the server of a database, in its default configuration but for the mode and further settings. */
export async function startPgBouncer(
  databaseUrl: string,
  mode: PoolMode,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const directory = await mkdtemp(path.join(tmpdir(), 'dsap-pgbouncer-'));
  await chmod(directory, 0o755);
  const own = await freePort();
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  const file = path.join(directory, 'pgbouncer.ini');
  const target = `* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(file, `[databases]\n${target}\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o644 });
  const server = spawnKept(PROGRAM ?? '', [file], { signal: 'SIGTERM', ...(await serverAccount()) });
  const ended = server.ended.then((ending) => {
    throw new Error(describeEnding('PgBouncer', ending, server.lastLines()));
  });
  ended.catch(() => undefined);
  await Promise.race([untilListening(own), ended]);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${own}`;
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(directory, { recursive: true });
  };
  return { url: url.href, stop };
}

async function untilListening(port: number): Promise<void> {
  while (!(await answers(port))) await wait(20);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
