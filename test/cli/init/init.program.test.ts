// `dsap init`, but for npm: what is installed is tried by `npm run test:package`.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { type InitOptions, init } from '../../../src/cli/init/init.ts';
import { askedSpec, installedAs } from '../../../src/cli/init/installed-as.ts';
import { TEMPLATES } from '../../../src/cli/init/template.ts';
import { CHECKOUT } from '../../support/processes/dsap.ts';

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

/** What a project of a template says, and what became of its tests, each as JUnit's form tells it. */
interface Tried {
  readonly definition: string;
  readonly tests: string;
  readonly readme: string;
  readonly outcomes: readonly string[];
}

/** Of all templates; one process plays the tests of them all, since to load dsap is most of what they take. */
interface AllTried {
  readonly code: number;
  readonly of: ReadonlyMap<string, Tried>;
}

let trying: Promise<AllTried> | undefined;
/** Once, in the folder of whichever test asks first. */
function tried(): Promise<AllTried> {
  trying ??= tryTemplates();
  return trying;
}

async function tryTemplates(): Promise<AllTried> {
  await mkdir(path.join(cwd, 'workflows'));
  for (const template of TEMPLATES) {
    await begin({ template, folder: template });
    // Its tests name it from the folder that they are started in.
    await symlink(path.join(cwd, template, 'workflows', `${template}.yaml`), path.join(cwd, definitionOf(template)));
  }
  const { code, report } = await played(TEMPLATES.map((template) => path.join(template, testsOf(template))));
  const outcomes = report.split(/(?=<testcase )/).slice(1);
  const of = async (template: string): Promise<[string, Tried]> => {
    const folder = path.join(cwd, template);
    const [definition = '', tests = '', readme = ''] = await Promise.all(
      [definitionOf(template), testsOf(template), 'README.md'].map((file) => readFile(path.join(folder, file), 'utf8')),
    );
    const file = `file="${path.join(folder, testsOf(template))}"`;
    return [template, { definition, tests, readme, outcomes: outcomes.filter((one) => one.includes(file)) }];
  };
  return { code, of: new Map(await Promise.all(TEMPLATES.map(of))) };
}

const definitionOf = (template: string): string => `workflows/${template}.yaml`;
const testsOf = (template: string): string => `test/${template}.test.ts`;

async function played(files: readonly string[]): Promise<{ readonly code: number; readonly report: string }> {
  const how = ['--test', '--test-isolation=none', '--test-reporter=junit'];
  const args = ['--disable-warning=ExperimentalWarning', '--import', HOOK, ...how, ...files];
  return new Promise((resolve) => {
    const ended = execFile(path.join(CHECKOUT, 'bin/node'), args, { cwd }, (_, report) =>
      resolve({ code: ended.exitCode ?? -1, report }),
    );
  });
}

test.each(TEMPLATES)(
  'package 2: the tests of the template %s pass, with something rejected in them',
  async (template) => {
    const { code, of } = await tried();
    const { definition = '', tests, readme = '', outcomes = [] } = of.get(template) ?? {};
    expect(definition).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/dsap\/dist\/workflow\.schema\.json\n/,
    );
    expect(parse(definition)).toMatchObject({ name: template, model: { name: 'sim:script' } });
    expect(tests).toContain('is rejected');
    expect(readme.split('\n').length).toBeLessThan(60);
    const [failed, rest] = [true, false].map((isSo) => outcomes.filter((one) => one.includes('<failure') === isSo));
    expect(failed).toEqual([]);
    expect(rest?.filter((one) => !one.includes('<skipped'))).not.toEqual([]);
    expect(code).toBe(0);
  },
  180_000,
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
