import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = 'temporalio==1.35.0';

export type PythonFound =
  | {
      readonly program: string;
      /** For PYTHONPATH. */
      readonly packages: string;
    }
  /** What is missing. */
  | { readonly why: string };

/** A Python with Temporal's SDK, which pip fetches once into a folder beside the other temporary files. */
export async function pythonWithTemporal(): Promise<PythonFound> {
  const program = 'python3';
  try {
    const { stdout } = await run(program, ['-c', 'import sys; print(*sys.version_info[:2], sep=".")'], {
      timeout: 10_000,
    });
    const packages = path.join(tmpdir(), `dsap-test-python-${stdout.trim()}-${PACKAGE.replace('==', '-')}`);
    if (!existsSync(path.join(packages, 'temporalio'))) await install(program, packages);
    return { program, packages };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { why: `no Python with ${PACKAGE}: ${line}` };
  }
}

async function install(program: string, packages: string): Promise<void> {
  const quietly = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
  const fresh = `${packages}.${process.pid}`;
  await run(program, ['-m', 'pip', 'install', ...quietly, '--target', fresh, PACKAGE], { timeout: 60_000 });
  // Another process may have been as quick.
  await rename(fresh, packages).catch(() => rm(fresh, { recursive: true, force: true }));
}
