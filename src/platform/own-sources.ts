import type { Hash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the service's own code is. */
export const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** Adds the names and contents of all files of these parts of the sources; a part is a folder, or a file. */
export async function addSources(hash: Hash, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    for (const file of await sourcesIn(path.join(SOURCES, part))) {
      hash.update(`\0${path.relative(SOURCES, file)}\0`).update(await readFile(file));
    }
  }
}

async function sourcesIn(directory: string): Promise<readonly string[]> {
  if (directory.endsWith('.ts')) return [directory];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  return files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
}

const STALE_AFTER = 7 * 24 * 3_600_000;

/** What was built of other sources may be in use by another clone, so only what is old goes; what is missed then is built again. */
export async function dropStale(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_AFTER) await rm(file, { force: true, recursive: true });
  }
}
