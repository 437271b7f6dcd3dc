import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type * as esbuild from 'esbuild';
import { messageOf } from '../text/message-of.ts';
import { addSources, dropStale, SOURCES } from './own-sources.ts';

/** A script of the console's pages: an island with all that it needs. */
export interface IslandFile {
  readonly name: string;
  /** Named by its content. */
  readonly file: string;
  readonly body: Buffer;
}

export interface IslandOptions {
  readonly cacheDirectory: string;
  /** Told in a line when pages have to do without scripts. */
  readonly warn: (line: string) => void;
  /** Where they lie if they were built before. */
  readonly prebuilt?: string;
  /** What bundles; undefined where it is not installed. */
  readonly bundler?: () => Promise<Bundler | undefined>;
}

const ISLANDS = path.join(SOURCES, 'console', 'islands');
/** As a package and an image carry them. */
const PREBUILT = path.join(ISLANDS, 'built');
/** What of `src` an island may hold: all that the console's room may import. */
const PARTS = ['api', 'console', 'model', 'text'];

/**
 * The islands as they were built before, else built once for each state of their sources where the bundler is installed. Never rejects: pages
 * work without scripts.
 */
export async function islandFiles({
  cacheDirectory,
  warn,
  prebuilt = PREBUILT,
  bundler: find = bundlerHere,
}: IslandOptions): Promise<readonly IslandFile[]> {
  try {
    if (await stat(prebuilt).catch(() => undefined)) return await filesIn(prebuilt);
    const bundler = await find();
    if (!bundler) throw new Error(`there is no ${prebuilt}, and esbuild is not installed`);
    const built = path.join(cacheDirectory, 'islands');
    const folder = path.join(built, await digestOfSources(bundler.version));
    if (!(await stat(folder).catch(() => undefined))) await buildAside(bundler, folder);
    await dropStale(built);
    return await filesIn(folder);
  } catch (error) {
    warn(`The console's pages have no scripts: ${messageOf(error)}`);
    return [];
  }
}

/** Builds every island into an empty folder, as the package and the image carry them. */
export async function buildIslands(folder: string): Promise<void> {
  const bundler = await bundlerHere();
  if (!bundler) throw new Error('esbuild is not installed: npm ci brings it.');
  await build(bundler, folder);
}

type Bundler = typeof esbuild;

/** A dev dependency. */
async function bundlerHere(): Promise<Bundler | undefined> {
  return import('esbuild').catch(() => undefined);
}

/** Nobody sees a folder that is built by half. */
async function buildAside(bundler: Bundler, folder: string): Promise<void> {
  const draft = `${folder}.${randomUUID()}`;
  await build(bundler, draft);
  await rename(draft, folder).catch(async () => rm(draft, { recursive: true, force: true }));
}

async function build(bundler: Bundler, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(ISLANDS)).filter((name) => name.endsWith('.ts'));
  try {
    await bundler.build({
      entryPoints: names.map((name) => path.join(ISLANDS, name)),
      outdir: folder,
      entryNames: '[name]-[hash]',
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      minify: true,
      logLevel: 'silent',
    });
  } finally {
    await bundler.stop();
  }
}

/** How islands are built: another number voids those that are kept. */
const MADE = 1;

async function digestOfSources(version: string): Promise<string> {
  const lock = await readFile(path.join(SOURCES, '..', 'package-lock.json')).catch(() => '');
  const hash = createHash('sha256').update(`${version} ${MADE}`).update(lock);
  await addSources(hash, PARTS);
  return hash.digest('hex').slice(0, 32);
}

async function filesIn(folder: string): Promise<readonly IslandFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, file.lastIndexOf('-')),
      file,
      body: await readFile(path.join(folder, file)),
    })),
  );
}
