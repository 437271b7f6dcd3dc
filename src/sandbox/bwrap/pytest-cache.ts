import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchingEnvironment } from '../../platform/child-environment.ts';
import { cacheFor } from '../../platform/shared-cache.ts';
import { messageOf } from '../../text/message-of.ts';

const run = promisify(execFile);

/** pytest and all that it needs from Python 3.11 on; nothing of it is in C, so the wheels are those of every platform. */
const REQUIREMENTS = `
pytest==9.2.0 --hash=sha256:07acdcf88ec174f907dc01af70bf52d49b014bbab03faeeade31c96b18c2e588
pluggy==1.7.0 --hash=sha256:7dd7b0d8832ba3cb632c306926ded123429211b83641b35dc5c41ad2d34f9bec
iniconfig==2.3.1 --hash=sha256:9121e2c1fdb355232495be3194c8dfe87ccc2d5dee45947b78e68f499790d7a7
packaging==26.3 --hash=sha256:d7193f7c8e4e93f444fde0262bf90af30e16fa0ad0ad44cb553c87339b23cd1c
pygments==2.21.0 --hash=sha256:2363c69b61c4a97c838da3b130dcd6468f4848992b21a82f2a63ec34377137d9
`;

/** It is compiled as it is installed: otherwise each start would, since nothing can be written there. */
const INSTALL =
  '-m pip install --quiet --disable-pip-version-check --no-input --no-deps --only-binary=:all: --require-hashes --retries 1 --timeout 10'.split(
    ' ',
  );

const KEY = createHash('sha256')
  .update([REQUIREMENTS, ...INSTALL].join(' '))
  .digest('hex')
  .slice(0, 16);

/** Milliseconds. */
const PATIENCE = 60_000;

export interface PytestOptions {
  readonly cacheDirectory: string;
  /** Whom programs run as, where that is not ourselves: who must be able to read the folder. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  readonly log: (line: string) => void;
}

/**
 * A folder with pytest for Python's path, brought once by the person's pip and kept. Undefined when it cannot be had; then the sandbox
 * runs Python without it.
 */
export async function pytestFolder({ cacheDirectory, account, log }: PytestOptions): Promise<string | undefined> {
  try {
    const cache = await cacheFor(account, cacheDirectory);
    const folder = path.join(cache, `pytest-${KEY}`);
    if (!(await isThere(folder))) await install(cache, folder);
    return folder;
  } catch (error) {
    log(`runs Python without pytest, which could not be fetched: ${messageOf(error)}`);
    return undefined;
  }
}

/** Whoever is first makes the folder; it appears whole or not at all. */
async function install(cache: string, folder: string): Promise<void> {
  const scratch = await mkdtemp(path.join(cache, 'pytest-'));
  try {
    const requirements = path.join(scratch, 'requirements.txt');
    const made = path.join(scratch, 'made');
    await writeFile(requirements, REQUIREMENTS);
    await mkdir(made);
    await chmod(made, 0o755);
    await run('python3', [...INSTALL, '--target', made, '--requirement', requirements], {
      timeout: PATIENCE,
      env: fetchingEnvironment(process.env),
    });
    await rename(made, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
