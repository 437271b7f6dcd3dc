// `dsap init`, but for npm: what is installed is tried by `npm run test:package`.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { type InitOptions, init } from '../../../src/cli/init/init.ts';
import { askedSpec, installedAs } from '../../../src/cli/init/installed-as.ts';
import { TEMPLATES } from '../../../src/cli/init/template.ts';
import { CHECKOUT } from '../../support/processes/dsap.ts';

const run = promisify(execFile);
const FILES = [
  '.github/workflows/test.yml',
  '.gitignore',
  'README.md',
  'docker-compose.yml',
  'dsap.config.yaml',
  'package.json',
  'parts.ts',
  'tsconfig.json',
];

let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(path.join(tmpdir(), 'dsap-init-')));
});
afterEach(() => rm(cwd, { recursive: true }));

/** What is told and what npm was asked for. */
async function begin(options: Partial<InitOptions> = {}, npmEnds = 0) {
  const told: string[] = [];
  const npm: string[] = [];
  const code = await init(
    { folder: 'project', template: 'extract', install: true, dsap: undefined, ...options },
    {
      cwd,
      npm: async (args, folder) => {
        npm.push(`${path.relative(cwd, folder)}: npm ${args.join(' ')}`);
        return npmEnds;
      },
      tell: (text) => told.push(text),
      refuse: (text) => {
        told.push(text);
        return 2;
      },
    },
  );
  return { code, npm, told: told.join('') };
}

async function listed(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .toSorted();
}

test('package 2: it writes a project, has npm install it, and tells the next two commands and the first run, with its input', async () => {
  const { code, npm, told } = await begin({ folder: 'My Desk' });
  expect(code).toBe(0);
  expect(await listed(path.join(cwd, 'My Desk'))).toEqual(
    [...FILES, 'test/extract.test.ts', 'workflows/extract.yaml'].toSorted(),
  );
  expect(npm).toEqual(['My Desk: npm install --no-audit --no-fund']);
  expect(told).toMatch(/Next:\n {2}cd 'My Desk' && npm test\n {2}npm start\n/);
  expect(told).toMatch(
    / at http:\/\/127\.0\.0\.1:8080, .*\n {2}cd 'My Desk' && npx dsap run start extract --set text=.*\n$/,
  );
  const manifest: unknown = JSON.parse(await readFile(path.join(cwd, 'My Desk/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'my-desk',
    scripts: { start: 'dsap dev', test: expect.stringContaining('--test') },
    dependencies: { dsap: `file:${path.relative(path.join(cwd, 'My Desk'), CHECKOUT)}` },
  });
});

test('package 2: --no-install writes the lock alone, and the first of the commands installs', async () => {
  const { npm, told } = await begin({ install: false });
  expect(npm).toEqual(['project: npm install --no-audit --no-fund --package-lock-only']);
  expect(told).toMatch(/cd project && npm ci\n {2}npm start\n/);
});

test('package 2: where something is in the way it is named, and nothing is written', async () => {
  await mkdir(path.join(cwd, 'project/workflows'), { recursive: true });
  await writeFile(path.join(cwd, 'project/README.md'), 'mine');
  await writeFile(path.join(cwd, 'project/workflows/mine.yaml'), 'name: mine');
  const { code, npm, told } = await begin();
  expect([code, npm]).toEqual([2, []]);
  expect(told).toBe(
    'project has these already, and nothing is overwritten: README.md. Name another folder: dsap init my-project',
  );
  expect(await listed(path.join(cwd, 'project'))).toEqual(['README.md', 'workflows/mine.yaml']);
  await rm(path.join(cwd, 'project/README.md'));
  expect(await begin()).toMatchObject({ code: 0 });
});

test('where npm fails it is said what is left to do', async () => {
  const { code, told } = await begin({}, 7);
  expect(code).toBe(2);
  expect(told).toContain('npm has failed (7); the files are there.');
});

test('where nothing can be written it is said', async () => {
  await writeFile(path.join(cwd, 'project'), 'a file');
  expect(await begin()).toMatchObject({
    code: 2,
    told: expect.stringMatching(/^project cannot be written: .*project/),
  });
});

/** A project that has installed dsap, told by what npm keeps beside it. */
async function installed(asked: string, resolved?: string): Promise<string> {
  const root = path.join(cwd, 'app/node_modules/dsap');
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, 'package.json'), '{"version": "1.2.3"}');
  await writeFile(path.join(cwd, 'app/package.json'), JSON.stringify({ dependencies: { dsap: asked } }));
  const packages = { 'node_modules/dsap': { version: '1.2.3', ...(resolved !== undefined && { resolved }) } };
  await writeFile(path.join(cwd, 'app/node_modules/.package-lock.json'), JSON.stringify({ packages }));
  return root;
}

test.each([
  ['a tarball', 'file:../dsap.tgz', 'file:../dsap.tgz', 'file:../dsap.tgz'],
  ['a tarball of which the lock says nothing', 'file:../dsap.tgz', undefined, 'file:../dsap.tgz'],
  ['an address', 'https://example.org/dsap.tgz', 'https://example.org/dsap.tgz', 'https://example.org/dsap.tgz'],
  ['a registry', '^1.2.0', 'https://registry.example.org/dsap/-/dsap-1.2.3.tgz', '1.2.3'],
])('package 2: it depends on dsap as it was itself installed: %s', async (_title, asked, resolved, spec) => {
  expect(installedAs(await installed(asked, resolved), path.join(cwd, 'project'))).toBe(spec);
});

test('--dsap names another: a file that is there by its path, whatever else as it is', async () => {
  await writeFile(path.join(cwd, 'other.tgz'), '');
  expect(askedSpec('other.tgz', cwd, path.join(cwd, 'a/b'))).toBe('file:../../other.tgz');
  expect(askedSpec('^1.0.0', cwd, path.join(cwd, 'a/b'))).toBe('^1.0.0');
});

const HOOK = path.join(CHECKOUT, 'test/support/fixtures/dsap-of-sources.ts');

test.each(TEMPLATES)(
  'package 2: the tests of the template %s pass, with something rejected in them',
  async (template) => {
    await begin({ template });
    const folder = path.join(cwd, 'project');
    const definition = await readFile(path.join(folder, `workflows/${template}.yaml`), 'utf8');
    expect(definition).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/dsap\/dist\/workflow\.schema\.json\n/,
    );
    expect(parse(definition)).toMatchObject({ name: template, model: { name: 'sim:script' } });
    expect(await readFile(path.join(folder, `test/${template}.test.ts`), 'utf8')).toContain('is rejected');
    expect((await readFile(path.join(folder, 'README.md'), 'utf8')).split('\n').length).toBeLessThan(60);
    const args = ['--disable-warning=ExperimentalWarning', '--import', HOOK, '--test', `test/${template}.test.ts`];
    const { stdout } = await run(path.join(CHECKOUT, 'bin/node'), args, { cwd: folder });
    expect(stdout).toMatch(/pass [1-9]/);
    expect(stdout).toMatch(/fail 0/);
  },
);

test('the search attributes and the images of the template are those of the service', async () => {
  const [own, ours, pins, server] = await Promise.all(
    [
      'templates/shared/docker-compose.yml',
      'docker-compose.yml',
      'src/platform/temporal/pins.ts',
      'src/platform/temporal/server.ts',
    ].map((file) => readFile(path.join(CHECKOUT, file), 'utf8')),
  );
  const attributes = (text = '') => [...new Set(text.match(/Dsap\w+=\w+/g))].toSorted();
  expect(attributes(own)).toEqual(attributes(server));
  const image = (text = '') => /postgres:[\d.]+/.exec(text)?.[0];
  expect(image(own)).toBe(image(ours));
  expect(/temporalio\/temporal:([\d.]+)/.exec(own ?? '')?.[1]).toBe(/version: '([\d.]+)'/.exec(pins ?? '')?.[1]);
});
