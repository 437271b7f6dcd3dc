import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataDirectoryHeld, holdDataDirectory } from '../../src/platform/data-directory.ts';
import { takeLock } from '../../src/platform/lock-file.ts';
import { usePrograms } from '../support/processes/processes.ts';

const runProgram = usePrograms();

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

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot.each([
  ['the directory itself', true],
  ['the folder that it would be made in', false],
])('%s belongs to somebody else: the refusal names directory, owner and DSAP_DATA_DIR', async (_, isThere) => {
  await chmod(path.dirname(directory), 0o755);
  if (isThere) await mkdir(directory);
  const program = runProgram('test/platform/fixtures/hold-directory-as.ts', [directory, '54321']);
  await program.ended;
  const where = isThere ? '' : `lies in ${path.dirname(directory)}, which `;
  expect(program.output()).toBe(
    `DataDirectoryClosed: The data directory ${directory} ${where}belongs to root, and this process runs as user 54321, ` +
      'who may not write there. Start dsap as root, or set DSAP_DATA_DIR to a directory of your own.',
  );
});

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
/** Where an embedded server runs under another account, that one passes through. */
const CLOSED = process.getuid?.() === 0 ? 0o710 : 0o700;

test.each([
  ['a new one', undefined],
  ['one that an earlier version has left open', 0o755],
])('the data directory is closed to other users: %s', async (_, before) => {
  if (before !== undefined) {
    await mkdir(directory);
    await writeFile(path.join(directory, 'temporal.db'), '');
    await chmod(directory, before);
  }
  await (await holdDataDirectory(directory)).release();
  expect(await modeOf(directory)).toBe(CLOSED);
});

test('a folder that holds other things as well keeps its mode', async () => {
  await mkdir(path.join(directory, 'photographs'), { recursive: true });
  await chmod(directory, 0o755);
  await (await holdDataDirectory(directory)).release();
  expect(await modeOf(directory)).toBe(0o755);
});
