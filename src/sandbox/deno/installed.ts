import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

/** A program or library that npm has installed. */
export interface Installed {
  /** Deno: the program. Pyodide: its folder. Without symbolic links. */
  readonly path: string;
  readonly version: string;
}

/** Deno for this platform. Undefined where there is none, and where it does not run, such as beside another C library. */
export async function installedDeno(): Promise<Installed | undefined> {
  const system = process.platform === 'linux' ? `linux-${process.arch}-glibc` : `${process.platform}-${process.arch}`;
  const found = findPackage(`@deno/${system}`);
  if (!found) return undefined;
  const file = path.join(found.path, 'deno');
  const runs = await promisify(execFile)(file, ['--version'], { env: {}, timeout: 10_000 }).catch(() => undefined);
  return runs && { path: file, version: found.version };
}

export function installedPyodide(): Installed | undefined {
  return findPackage('pyodide');
}

function findPackage(name: string): Installed | undefined {
  try {
    const manifest = realpathSync(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
    return { path: path.dirname(manifest), version };
  } catch {
    return undefined;
  }
}
