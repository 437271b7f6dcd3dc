import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONSOLE_STYLE } from '../../src/console/style.ts';
import { buildIslands, islandFiles } from '../../src/platform/island-files.ts';

let folder: string;
const told: string[] = [];
const options = () => ({ cacheDirectory: folder, warn: (line: string) => void told.push(line) });
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-islands-'));
});
afterEach(() => expect(told.splice(0)).toEqual([]));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('islands are built once for each state of their sources, and named by their content', async () => {
  const built = await islandFiles(options());
  expect(built.map(({ name }) => name)).toContain('page');
  for (const { name, file } of built) expect(file).toMatch(new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`));
  const [kept, ...others] = await readdir(path.join(folder, 'islands'));
  expect(others).toEqual([]);
  const bundler = await import('esbuild');
  const build = () => Promise.reject(new Error('built twice'));
  const again = await islandFiles({ ...options(), bundler: async () => ({ ...bundler, build }) });
  expect(again).toEqual(built);
  expect(await readdir(path.join(folder, 'islands'))).toEqual([kept]);
});

test('those that were built before are served, whether there is a bundler or not', async () => {
  const prebuilt = path.join(folder, 'dist');
  await buildIslands(prebuilt);
  const served = await islandFiles({ ...options(), prebuilt, bundler: () => Promise.reject(new Error('asked for')) });
  expect(served).toEqual(await islandFiles(options()));
});

test('where there is neither, pages have no scripts, and a line says so', async () => {
  const prebuilt = path.join(folder, 'none');
  expect(await islandFiles({ ...options(), prebuilt, bundler: async () => undefined })).toEqual([]);
  expect(told.splice(0)).toEqual([
    expect.stringMatching(/^The console's pages have no scripts: there is no .*none, and esbuild/),
  ]);
});

/** KiB of gzip that each may have (console 4). */
const ROOM = { style: 12, script: 28, editor: 28 + 140 };

test('console 6.14: style and scripts stay within their budgets', async () => {
  const gzipped = (body: string | Uint8Array) => gzipSync(body).length / 1_024;
  expect(gzipped(CONSOLE_STYLE)).toBeLessThanOrEqual(ROOM.style);
  for (const { name, body } of await islandFiles(options()))
    expect([name, gzipped(body) <= (name === 'editor' ? ROOM.editor : ROOM.script)]).toEqual([name, true]);
});
