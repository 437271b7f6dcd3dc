import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeWhole } from '../../platform/whole-file.ts';
import { jobDirectory } from '../workspace.ts';
import { denoArguments, denoEnvironment, hostFile } from './command.ts';
import type { Installed } from './installed.ts';

export interface SnapshotSettings {
  readonly deno: Installed;
  readonly pyodide: Installed;
  readonly cacheDirectory: string;
}

/**
 * The file with the memory of a Python that is loaded, from which others start eight times as fast. It is made once for these
 * versions. Rejects when it cannot be made.
 */
export async function ensureSnapshot(settings: SnapshotSettings): Promise<string> {
  const { deno, pyodide, cacheDirectory } = settings;
  const host = createHash('sha256')
    .update(await readFile(hostFile('python-host.mjs')))
    .digest('hex')
    .slice(0, 16);
  const file = path.join(path.resolve(cacheDirectory), `python-${pyodide.version}-${deno.version}-${host}.snapshot`);
  if (existsSync(file)) return file;
  await makeWhole(file, (draft) => make(settings, draft));
  return file;
}

/** Milliseconds; it takes three seconds. */
const PATIENCE = 60_000;

async function make({ deno, pyodide }: SnapshotSettings, file: string): Promise<void> {
  const { directory, remove } = jobDirectory();
  const args = denoArguments({
    script: 'python-host.mjs',
    args: ['make', pyodide.path, file],
    reads: [pyodide.path],
    v8: [],
    options: [`--allow-write=${file.replaceAll(',', ',,')}`],
  });
  try {
    await promisify(execFile)(deno.path, args, { cwd: directory, env: denoEnvironment(directory), timeout: PATIENCE });
  } finally {
    await remove();
  }
}
