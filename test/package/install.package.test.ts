// The tarball in an empty folder with an empty home, on the Node that PATH has; and the projects that `dsap init` makes there.
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TEMPLATES } from '../../src/cli/init/template.ts';
import { CHECKOUT } from '../support/processes/dsap.ts';
import { CLIENT, DSAP, FOLDER, install, type Serving, serve, sh } from './support/consumer.ts';
import { hello } from './support/hello.ts';

let app: string;
let clients: string;
let serving: Serving | undefined;
beforeAll(async () => {
  app = await install('app', DSAP);
  clients = await install('client', CLIENT);
});
afterEach(async () => {
  const left = serving;
  serving = undefined;
  await left?.end();
});

test('package 1: a guarded result comes within 60 s of the install', async () => {
  await writeFile(path.join(app, 'hello.yaml'), hello());
  serving = await serve(app, ['npx', 'dsap', 'dev']);
  const started = await sh('npx dsap run start hello.yaml --set who=Ada --id first --watch', app, serving.env);
  expect(started).toMatchObject({
    code: 0,
    output: expect.stringMatching(/✕ guard.verdict {2}greet 1[^]*✓ Completed/),
  });
  expect((await sh('npx dsap run result first', app, serving.env)).output).toContain('Hello Ada!');
}, 60_000);

const CONSUMER = `
import { defineAgent, defineGenerator, defineGuard, defineTool, mcpTools, rehearseAgent, z } from 'dsap';
import { createClient, DsapProblem, RunNotCompleted } from 'dsap/client';
import { cassette, play, PlayError } from 'dsap/testing';
import * as matchers from 'dsap/testing/matchers';
import openapi from 'dsap/openapi.json' with { type: 'json' };

export const guard = defineGuard({
  name: 'within',
  options: z.strictObject({ limit: z.number() }),
  evaluate: ({ limit }, { artifact }) =>
    artifact.text.length <= limit ? { verdict: 'pass', feedback: '' } : { verdict: 'retry', feedback: 'too long' },
});
export const status: number = (await play({}, { parts: [guard], answers: cassette('x.yaml', { mode: 'replay' }) })).attempts.length;
export const text: string | undefined = (await createClient({ url: 'http://localhost' }).runs.get('first').result()).artifacts['greet']?.content;
export const all = [defineAgent, defineGenerator, defineTool, mcpTools, rehearseAgent, DsapProblem, RunNotCompleted, PlayError, matchers, openapi];
`;

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'package 1: a consumer compiles with module %s, moduleResolution %s, without skipLibCheck',
  async (module, moduleResolution) => {
    const folder = path.join(app, moduleResolution);
    await sh(`mkdir -p ${folder}`, app);
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2024',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      resolveJsonModule: true,
      types: ['node'],
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    await writeFile(path.join(folder, 'consumer.ts'), CONSUMER);
    const tsc = path.join(CHECKOUT, 'node_modules/typescript/bin/tsc');
    expect(await sh(`${process.execPath} ${tsc} -p ${folder}`, folder)).toEqual({ code: 0, output: '' });
  },
);

describe('on Node 20, without a loader of TypeScript', () => {
  const loads = async (folder: string, name: string) => {
    const json = name.endsWith('.json') ? " with { type: 'json' }" : '';
    await writeFile(
      path.join(folder, 'load.mjs'),
      `import * as it from '${name}'${json};\nconsole.log(Object.keys(it).length);\n`,
    );
    return sh('node --disable-warning=ExperimentalWarning load.mjs', folder);
  };

  beforeAll(async () => {
    const { output } = await sh('node --version', app);
    if (!output.startsWith('v20.'))
      throw new Error(
        `These tests need Node 20, and the \`node\` on PATH is ${output.trim()}. Put Node 20 first on PATH.`,
      );
  });

  test('package 1: every export of both packages loads', async () => {
    const manifest: { readonly exports: object } = JSON.parse(
      await readFile(path.join(CHECKOUT, 'package.json'), 'utf8'),
    );
    const names = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'dsap'));
    for (const name of names) {
      expect([name, await loads(app, name)]).toEqual([name, { code: 0, output: expect.stringMatching(/^[1-9]/) }]);
    }
    expect(await loads(clients, 'dsap-client')).toEqual({ code: 0, output: expect.stringMatching(/^[1-9]/) });
  });

  test('package 4: a definition is played, and so are guards that run programs of each language', async () => {
    await cp(path.join(CHECKOUT, 'test/package/support/guarded.mjs'), path.join(app, 'guarded.mjs'));
    expect(await sh('node guarded.mjs', app)).toEqual({
      code: 0,
      output: 'completed\nsum rejected, sum accepted\ntotal rejected, total accepted\n',
    });
  });

  test('package 1: whatever the exports import is written for Node 20', async () => {
    const compilerOptions = {
      lib: ['es2023'],
      types: ['node'],
      typeRoots: [path.join(CHECKOUT, 'node_modules/@types')],
    };
    const folder = path.join(CHECKOUT, 'src');
    const entries = ['index.ts', 'client/client.ts', 'testing/index.ts', 'testing/matchers.ts'];
    const files = [...entries.map((file) => path.join(folder, file)), path.join(app, 'well-formed.d.ts')];
    // V8 of Node 20 has these two of ES2024, and no others.
    const wellFormed = 'interface String { isWellFormed(): boolean; toWellFormed(): string }';
    await writeFile(path.join(app, 'well-formed.d.ts'), wellFormed);
    const project = { extends: path.join(CHECKOUT, 'tsconfig.json'), compilerOptions, files, include: [] };
    await writeFile(path.join(app, 'node-20.json'), JSON.stringify(project));
    const tsc = path.join(CHECKOUT, 'node_modules/typescript/bin/tsc');
    expect(await sh(`${process.execPath} ${tsc} -p node-20.json`, app)).toEqual({ code: 0, output: '' });
  });
});

/** The first block of that language in a file of the clone. */
async function example(file: string, language: string): Promise<string> {
  const [, text = ''] =
    new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(await readFile(path.join(CHECKOUT, file), 'utf8')) ?? [];
  return text;
}

test('package 3: both clients, Python also for asyncio, do what their READMEs show, and a round of stop, redirect and decide goes on after the service was killed', async () => {
  const folder = clients;
  serving = await serve(app, ['npx', 'dsap', 'dev']);
  await writeFile(path.join(app, 'hello.yaml'), hello());
  expect(await sh('npx dsap definition publish hello.yaml', app, serving.env)).toMatchObject({ code: 0 });

  const shown = (await example('src/client/README.md', 'ts')).replace('http://localhost:8080', serving.url);
  await writeFile(path.join(folder, 'example.mjs'), `${shown}\nconsole.log(artifacts.greet.content);\n`);
  expect(await sh('node example.mjs', folder)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/1 run\.created[^]*run\.closed\nHello Ada!\n$/),
  });

  const python = (await example('clients/python/README.md', 'python')).replace('http://127.0.0.1:8080', serving.url);
  await writeFile(path.join(folder, 'example.py'), python);
  const wheel = path.join(FOLDER, 'python');
  const made = await sh(
    `cp -r ${CHECKOUT}/clients/python ${wheel} && python3 -m venv env && env/bin/pip install --quiet ${wheel}`,
    folder,
  );
  expect(made).toMatchObject({ code: 0 });
  expect(await sh('env/bin/python example.py', folder)).toEqual({ code: 0, output: 'Hello Ada!\n' });

  const rounds = ['node round.mjs', 'env/bin/python round.py'];
  for (const file of ['round.mjs', 'round.py'])
    await cp(path.join(CHECKOUT, 'test/package/support', file), path.join(folder, file));
  const played = async (half: 'before' | 'after', address: string) =>
    Promise.all(rounds.map((round) => sh(`${round} ${address} ${half}`, folder)));
  expect(await played('before', serving.url)).toEqual([
    { code: 0, output: 'stopped\n' },
    { code: 0, output: 'stopped\nstopped\n' },
  ]);
  await serving.kill();
  serving = await serve(app, ['npx', 'dsap', 'dev']);
  expect(await played('after', serving.url)).toEqual([
    { code: 0, output: 'final for Bob\n' },
    { code: 0, output: 'final for Bob\nfinal for Bob\n' },
  ]);
});

/** The commands of a README's block of that kind. */
function block(readme: string, kind: string): readonly string[] {
  const [, text = ''] = new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``).exec(readme) ?? [];
  return text.trim().split('\n');
}

/** What a person types: a terminal is what \`decide\` asks on. */
const typed = (line: string): string =>
  line === 'npx dsap run decide' ? `printf 'approve\\n\\ny\\n' | script -qec '${line}' /dev/null` : line;

/** The packages of a project that was tried, and its lock. */
const PACKAGES = path.join(FOLDER, 'packages');
let lockOfPackages: string | undefined;

/** Runs `npm ci` in the first project, and in each whose lock differs: the same lock would write the same packages again. */
async function installPackages(project: string, lock: string): Promise<void> {
  if (lock === lockOfPackages) await rename(PACKAGES, path.join(project, 'node_modules'));
  else expect(await sh('npm ci', project)).toMatchObject({ code: 0 });
  lockOfPackages = undefined;
}

/** Removes a project, but for its packages: six of them are more than a small disk has. */
async function removeProject(project: string, lock: string): Promise<void> {
  await rm(PACKAGES, { recursive: true, force: true });
  await rename(path.join(project, 'node_modules'), PACKAGES);
  lockOfPackages = lock;
  await rm(project, { recursive: true });
}

test.each(TEMPLATES)(
  'package 2: dsap init --template %s, npm ci, npm test, npm start, and the run of its README',
  async (template) => {
    const project = path.join(FOLDER, template);
    const made = await sh(`npx dsap init ${project} --template ${template} --no-install`, app);
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/npm ci\n {2}npm start\n/) });
    const manifest: unknown = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ dependencies: { dsap: `file:../${path.basename(DSAP)}` } });
    const written = await readFile(path.join(project, 'package-lock.json'), 'utf8');
    const lock = written.replaceAll(`"name": "${template}"`, '"name": "a project"');
    await installPackages(project, lock);
    expect(await sh('npm test', project)).toMatchObject({ code: 0, output: expect.stringMatching(/fail 0/) });
    serving = await serve(project, ['npm', 'start']);
    const readme = await readFile(path.join(project, 'README.md'), 'utf8');
    let last = '';
    for (const line of block(readme, 'sh')) {
      const { output } = await sh(typed(line.replaceAll('http://127.0.0.1:8080', serving.url)), project, serving.env);
      last = output;
    }
    expect(last).toContain(block(readme, 'text')[0]);
    const { output } = await sh('npx dsap run attempts first', project, serving.env);
    expect(output).toMatch(/Rejected|rejected|✕/);
    await serving.end();
    serving = undefined;
    await removeProject(project, lock);
  },
);
