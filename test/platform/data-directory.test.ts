import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataDirectoryHeld, holdDataDirectory } from '../../src/platform/data-directory.ts';
import { takeLock } from '../../src/platform/lock-file.ts';
import { runProgram } from '../support/processes.ts';

let directory: string;

beforeEach(async () => {
  directory = path.join(await mkdtemp(path.join(tmpdir(), 'dsap-data-')), '.dsap');
});

afterEach(() => rm(path.dirname(directory), { recursive: true, force: true }));

test('Running 2: a second start on the same data directory says who holds it and what to do', async () => {
  const holder = runProgram('test/platform/fixtures/hold-directory.ts', [directory]);
  await holder.line(/^held/);
  const refused = await holdDataDirectory(directory).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DataDirectoryHeld);
  expect(String(refused)).toMatch(
    new RegExp(`in use by process ${holder.child.pid} since \\d{4}-.*Z\\. Stop that process, or set DSAP_DATA_DIR`),
  );
  holder.child.kill('SIGKILL');
  await holder.ended;
});

test('Running 2: what a killed process held is taken over', async () => {
  const holder = runProgram('test/platform/fixtures/hold-directory.ts', [directory]);
  await holder.line(/^held/);
  holder.child.kill('SIGKILL');
  await holder.ended;
  await (await holdDataDirectory(directory)).release();
});

test.each([
  ['a live process that is another one than the holder was', { pid: process.pid, identity: 'before', since: 'then' }],
  ['a pid that no process has', { pid: 2 ** 22 + 1, identity: 'x', since: 'then' }],
  ['nothing that can be read', 'garbage'],
])('a lock that names %s is no lock', async (_, content) => {
  const file = path.join(path.dirname(directory), 'lock');
  await writeFile(file, JSON.stringify(content));
  expect((await takeLock(file)).kind).toBe('held');
});

test('of many that take the same dead lock at once, one gets it', async () => {
  const file = path.join(path.dirname(directory), 'lock');
  await writeFile(file, 'garbage');
  const locks = await Promise.all(Array.from({ length: 12 }, () => takeLock(file)));
  expect(locks.filter(({ kind }) => kind === 'held')).toHaveLength(1);
});

test('a released directory leaves nothing behind and can be held again', async () => {
  await (await holdDataDirectory(directory)).release();
  expect(await readdir(directory)).toEqual([]);
  await (await holdDataDirectory(directory)).release();
});
