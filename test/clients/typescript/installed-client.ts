import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeClientPackage } from '../../../scripts/build/client-package.ts';
import { writeDeclarations } from '../../../scripts/build/declarations.ts';
import { CHECKOUT } from '../../support/processes/dsap.ts';

/** A project into which the package of the client was installed from its tarball. */
export interface InstalledClient {
  readonly folder: string;
  readonly tarball: string;
  /** The module that its exports name. */
  readonly module: string;
  remove(): Promise<void>;
}

const run = promisify(execFile);

export async function installClient(): Promise<InstalledClient> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-client-')));
  const { version } = JSON.parse(await readFile(path.join(CHECKOUT, 'package.json'), 'utf8'));
  const dist = path.join(folder, 'dist');
  writeDeclarations({ root: CHECKOUT, dist, entries: ['src/client/client.ts'] });
  await writeClientPackage(CHECKOUT, dist, version);
  const app = path.join(folder, 'app');
  await mkdir(app);
  await writeFile(path.join(app, 'package.json'), '{"private": true, "type": "module"}');
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path.join(dist, 'client') });
  const tarball = path.join(folder, `dsap-client-${version}.tgz`);
  await run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball], { cwd: app });
  return {
    folder: app,
    tarball,
    module: path.join(app, 'node_modules/dsap-client/client.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
