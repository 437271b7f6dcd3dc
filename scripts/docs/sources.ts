import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Source } from '../citations.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What people write: code, documents, definitions. Recorded data is none. */
const WRITTEN = /\.(?:ts|mts|mjs|js|py|sql|md|ya?ml|sh)$/;

/** The files of a folder of the repository and of those in it, in the order of their paths. */
export function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && WRITTEN.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(ROOT, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
