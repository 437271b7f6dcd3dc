import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Python {
  readonly program: string;
  /** For PYTHONPATH; programs of the packages are in `bin`. */
  readonly packages: string;
}

export type PythonFound =
  | Python
  /** What is missing. */
  | { readonly why: string };

/** A Python with packages, each `name==version`, which pip fetches once into a folder beside the other temporary files. */
export async function pythonWith(...wanted: readonly string[]): Promise<PythonFound> {
  const program = 'python3';
  try {
    const { stdout } = await run(program, ['-c', 'import sys; print(*sys.version_info[:2], sep=".")'], {
      timeout: 10_000,
    });
    const digest = createHash('sha256').update(wanted.join(' ')).digest('hex').slice(0, 12);
    const packages = path.join(tmpdir(), `dsap-test-python-${stdout.trim()}-${digest}`);
    if (!existsSync(packages)) await install(program, packages, wanted);
    return { program, packages };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { why: `no Python with ${wanted.join(' and ')}: ${line}` };
  }
}

async function install(program: string, packages: string, wanted: readonly string[]): Promise<void> {
  const quietly = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
  const fresh = `${packages}.${process.pid}`;
  await run(program, ['-m', 'pip', 'install', ...quietly, '--target', fresh, ...wanted], { timeout: 300_000 });
  // Another process may have been as quick.
  await rename(fresh, packages).catch(() => rm(fresh, { recursive: true, force: true }));
}
