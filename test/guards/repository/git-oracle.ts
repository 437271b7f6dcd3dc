import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What git makes of a file by a patch, without any configuration; undefined where it refuses the patch. */
export function gitApply(
  files: Readonly<Record<string, string>>,
  patch: string,
  options: readonly string[],
  path: string,
): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'git-oracle-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { status } = runGit(['apply', '--whitespace=nowarn', ...options, '-'], folder, patch);
    return status === 0 ? textIn(folder, path) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const HAS_GIT = runGit(['--version'], tmpdir(), '').status === 0;

function textIn(folder: string, path: string): string {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    return '';
  }
}

function runGit(argv: readonly string[], folder: string, input: string) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: dirname(folder),
    LC_ALL: 'C',
  };
  return spawnSync('git', argv, { cwd: folder, input, env, encoding: 'utf8' });
}
