import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** An installed package with its licence file: the input of a run. */
export interface LicensedPackage {
  readonly package: string;
  readonly version: string;
  /** The manifest's `license` field as written; null where there is none. */
  readonly manifestLicense: string | null;
  /** The SPDX ids in that field. */
  readonly declared: readonly string[];
  readonly text: string;
}

/** Larger licence files are collections of other people's licences, too much for a small model's context. */
const MAX_CHARACTERS = 20_000;
const LICENCE_FILE = /^(un)?licen[cs]e([.-].*)?$|^copying(\..*)?$/i;

/** Every package under a project's folder that has a licence file of an acceptable size, each version once, by name and version. */
export async function findPackages(folder: string): Promise<readonly LicensedPackage[]> {
  const found = await scan(await modulesOf(folder));
  const unique = new Map(found.map((one) => [`${one.package}@${one.version}`, one]));
  return [...unique.values()].toSorted((a, b) => compare(a.package, b.package) || compare(a.version, b.version));
}

/** The ids of an SPDX expression: `(MIT OR Apache-2.0)` declares both, as does `MIT or Apache-2.0`; an exception after WITH is no licence. */
export function declaredIn(expression: string | null): readonly string[] {
  const words = (expression ?? '').match(/[A-Za-z0-9.+-]+/g) ?? [];
  const ids = words.filter((word, index) => !/^(AND|OR|WITH)$/i.test(word) && !/^WITH$/i.test(words[index - 1] ?? ''));
  return [...new Set(ids)];
}

async function modulesOf(folder: string): Promise<string> {
  const below = join(folder, 'node_modules');
  return basename(folder) !== 'node_modules' && (await isFolder(below)) ? below : folder;
}

async function scan(modules: string): Promise<readonly LicensedPackage[]> {
  const folders = await packageFolders(modules);
  const found = await inSequence(folders, async (folder) => {
    const own = await read(folder);
    const nested = join(folder, 'node_modules');
    const inner = (await isFolder(nested)) ? await scan(nested) : [];
    return own ? [own, ...inner] : inner;
  });
  return found.flat();
}

/** Folders with a manifest may be scoped: `@scope/name`. */
async function packageFolders(modules: string): Promise<readonly string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.')).toSorted(compare);
  const folders = await inSequence(names, async (name) => {
    if (!name.startsWith('@')) return [join(modules, name)];
    const scoped = (await readdir(join(modules, name))).toSorted(compare);
    return scoped.map((inner) => join(modules, name, inner));
  });
  return folders.flat();
}

async function read(folder: string): Promise<LicensedPackage | undefined> {
  const manifest = await manifestIn(folder);
  if (!manifest) return undefined;
  const files = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted(compare);
  const texts = await inSequence(files, (name) => textOf(join(folder, name)));
  const text = texts.filter((part) => part !== '').join('\n\n');
  if (text === '' || text.length > MAX_CHARACTERS) return undefined;
  const manifestLicense = licenceOf(manifest);
  return {
    package: String(manifest['name']),
    version: String(manifest['version']),
    manifestLicense,
    declared: declaredIn(manifestLicense),
    text,
  };
}

type Manifest = Readonly<Record<string, unknown>>;

async function manifestIn(folder: string): Promise<Manifest | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return isRecord(manifest) && typeof manifest['name'] === 'string' && 'version' in manifest ? manifest : undefined;
  } catch {
    // A folder without a readable manifest is no package.
    return undefined;
  }
}

/** The field as it is, and its two forms of old: an object with a type, and a list of those. */
function licenceOf(manifest: Manifest): string | null {
  const listed = Array.isArray(manifest['licenses']) ? manifest['licenses'] : [];
  const names = [manifest['license'], ...listed].flatMap((entry: unknown) => {
    const name = isRecord(entry) ? entry['type'] : entry;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
  return names.length > 0 ? names.join(' OR ') : null;
}

/** Empty for what is no file. */
async function textOf(file: string): Promise<string> {
  if (!(await stat(file)).isFile()) return '';
  return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').trim();
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** One after the other, so that a large tree does not open all its files at once. */
async function inSequence<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** By code unit, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
