import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldOf } from '../../text/loose.ts';

/**
 * How the dsap that lies in `root` was installed, as another project in `folder` asks npm for the same: a version of the registry, an address,
 * or `file:` with the path of a tarball or of a clone, seen from `folder`.
 */
export function installedAs(root: string, folder: string): string {
  const below = path.dirname(root);
  if (path.basename(below) !== 'node_modules') return fileSpec(root, folder);
  const project = path.dirname(below);
  const asked = fieldOf(fieldOf(readJson(path.join(project, 'package.json')), 'dependencies'), 'dsap');
  const locked = fieldOf(readJson(path.join(below, '.package-lock.json')), 'packages');
  const resolved = fieldOf(fieldOf(locked, 'node_modules/dsap'), 'resolved');
  const found = [resolved, asked].find((spec) => typeof spec === 'string' && OF_A_PLACE.test(spec));
  if (typeof found === 'string')
    return found.startsWith('file:') ? fileSpec(path.resolve(project, found.slice(5)), folder) : found;
  return String(fieldOf(readJson(path.join(root, 'package.json')), 'version'));
}

/** What `--dsap` says, as package.json in `folder` has it: the path of something that is there, seen from `cwd`, or whatever npm takes. */
export function askedSpec(spec: string, cwd: string, folder: string): string {
  const file = path.resolve(cwd, spec.replace(/^file:/, ''));
  return existsSync(file) ? fileSpec(file, folder) : spec;
}

/** Of a file, or an address that is not that of a registry, which keeps packages below `/-/`. */
const OF_A_PLACE = /^file:|^https?:(?!.*\/-\/)|^git/;

function fileSpec(file: string, folder: string): string {
  return `file:${path.relative(folder, file).replaceAll(path.sep, '/')}`;
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
