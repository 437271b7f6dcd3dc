import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../src/platform/postgres/postgres.ts';
import { untilGone, usePrograms } from '../../support/processes/processes.ts';

const runProgram = usePrograms();

let home: string;
let cacheDirectory: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'dsap-postgres-'));
  await chmod(home, 0o755);
  cacheDirectory = path.join(home, 'cache');
});

afterAll(() => rm(home, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query<Record<string, unknown>>(text)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

test('Running 2: a restart finds the data, and the port is on the loopback alone, behind a password', async () => {
  const directory = path.join(home, 'restart');
  const first = await startPostgres({ directory, cacheDirectory });
  await query(first.url, 'create table kept (note text)');
  await query(first.url, "insert into kept values ('still here')");
  expect(await query(first.url, 'show listen_addresses')).toBe('127.0.0.1');
  await expect(query(first.url.replace(/:[^:@/]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
  await first.stop();
  const second = await startPostgres({ directory, cacheDirectory });
  expect(await query(second.url, 'select note from kept')).toBe('still here');
  await second.stop();
});

test('Running 2: SIGKILL of the holder leaves no server, and the next start needs no help', async () => {
  const directory = path.join(home, 'killed');
  const holder = runProgram('test/platform/fixtures/hold-postgres.ts', [directory, cacheDirectory]);
  const [, pid, url = ''] = await holder.line(/^postmaster (\d+) (\S+)/);
  await query(url, 'create table kept as select 42 as answer');
  holder.child.kill('SIGKILL');
  await holder.ended;
  const next = await startPostgres({ directory, cacheDirectory });
  await untilGone(Number(pid), 1);
  expect(await query(next.url, 'select answer from kept')).toBe(42);
  await next.stop();
});

test('Running 2: a second start on a directory says who holds it, and does it no harm', async () => {
  const directory = path.join(home, 'second');
  const first = await startPostgres({ directory, cacheDirectory });
  await expect(startPostgres({ directory, cacheDirectory })).rejects.toThrow(
    new RegExp(`in use by process ${process.pid} since 20`),
  );
  expect(await query(first.url, 'select 1')).toBe(1);
  await first.stop();
});

test("a pid file of a server that is gone, whose pid is another program now, is in nobody's way", async () => {
  const directory = path.join(home, 'stale');
  const first = await startPostgres({ directory, cacheDirectory });
  const pidFile = path.join(first.directory, 'postmaster.pid');
  const written = await readFile(pidFile, 'utf8');
  await first.stop();
  await writeFile(pidFile, written.replace(/^\d+/, String(process.pid)));
  const second = await startPostgres({ directory, cacheDirectory });
  expect(await query(second.url, 'select 1')).toBe(1);
  await second.stop();
});

test('an initialisation that was cut short is begun again', async () => {
  const directory = path.join(home, 'cut');
  await mkdir(path.join(`${directory}.new`, 'base'), { recursive: true });
  const postgres = await startPostgres({ directory, cacheDirectory });
  expect(await query(postgres.url, 'select 1')).toBe(1);
  await postgres.stop();
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot(
  "R82: as root, data in a folder that the server's user cannot enter is placed in the cache, and found again there",
  async () => {
    const closed = path.join(home, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const directory = path.join(closed, '.dsap', 'postgres');
    const first = await startPostgres({ directory, cacheDirectory });
    expect(first.directory.startsWith(path.join(cacheDirectory, 'data'))).toBe(true);
    expect((await stat(first.directory)).uid).not.toBe(0);
    await query(first.url, 'create table kept as select 7 as answer');
    await first.stop();
    const second = await startPostgres({ directory, cacheDirectory });
    expect(await query(second.url, 'select answer from kept')).toBe(7);
    await second.stop();
  },
);

asRoot('R82: as root, data that another user made is run as that user', async () => {
  const directory = path.join(home, 'owned');
  await (await startPostgres({ directory, cacheDirectory })).stop();
  const { uid, gid } = await stat(directory);
  const other = { uid: 65_534, gid: 65_534 };
  await chownAll(directory, other.uid, other.gid);
  const postgres = await startPostgres({ directory, cacheDirectory });
  expect(await query(postgres.url, 'select 1')).toBe(1);
  expect((await stat(path.join(directory, 'postmaster.pid'))).uid).toBe(other.uid);
  await postgres.stop();
  await chownAll(directory, uid, gid);
});

async function chownAll(directory: string, uid: number, gid: number): Promise<void> {
  const { readdir } = await import('node:fs/promises');
  const entries = await readdir(directory, { recursive: true });
  for (const entry of ['', ...entries]) await chown(path.join(directory, entry), uid, gid);
}
