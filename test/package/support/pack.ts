import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../../support/processes/dsap.ts';

const run = promisify(execFile);

/** Packs both tarballs, and makes a home in which nothing is; where they are is told in the environment. */
export default async function pack(): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-package-')));
  process.env['TEST_PACKAGE_FOLDER'] = folder;
  await run('npm', ['pack', '--pack-destination', folder], { cwd: CHECKOUT, maxBuffer: 1e9 });
  const tarballs = await readdir(folder);
  const named = (pattern: RegExp): string => path.join(folder, tarballs.find((name) => pattern.test(name)) ?? 'none');
  process.env['TEST_PACKAGE_DSAP'] = named(/^dsap-\d.*\.tgz$/);
  process.env['TEST_PACKAGE_CLIENT'] = named(/^dsap-client-\d.*\.tgz$/);
  await mkdir(path.join(folder, 'home'));
  // The home is an empty one: which registry is asked has to be told.
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  process.env['TEST_PACKAGE_REGISTRY'] = stdout.trim();
}
