// The package of the TypeScript client as a user has it: installed from its tarball, and used against a service, on this Node and on Node 20;
// and the client that a generator of others makes of the OpenAPI document.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../support/processes/dsap.ts';
import { keyed, type OnServers, serveOnServers } from '../support/processes/on-servers.ts';
import { EXPECTED } from './typescript/expected.ts';
import { FOREIGN_PROGRAM } from './typescript/foreign-program.ts';
import { installClient } from './typescript/installed-client.ts';
import { type Others, startOthers } from './typescript/others.ts';
import { pageProgram } from './typescript/page-program.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
const KEY = 'a-key-of-the-client-of-24';
const MAIN = `
import * as client from 'dsap-client';
import { use } from './use.mjs';
console.log(JSON.stringify(await use(client, JSON.parse(process.argv[2]))));
`;

/** Each release of it may want another document or make other names. */
const GENERATOR = '@hey-api/openapi-ts@0.95.0';

const client = await installClient();
const [old, generator] = await Promise.all([node20(), foreignGenerator()]);
const NODES: readonly (readonly [title: string, program: string | undefined])[] = [
  ['this Node', process.execPath],
  ['file' in old ? 'Node 20' : `Node 20 (skipped: ${old.why})`, 'file' in old ? old.file : undefined],
];

/** A package of the registry in a folder of its own; or why there is none. */
async function fetched(
  name: string,
  ...packages: readonly string[]
): Promise<{ readonly folder: string } | { readonly why: string }> {
  const folder = path.join(client.folder, name);
  try {
    await mkdir(folder);
    await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
    await run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
    });
    return { folder };
  } catch (error) {
    return { why: String(error).split('\n')[0] ?? '' };
  }
}

/** The program of Node 20 for this platform. */
async function node20(): Promise<{ readonly file: string } | { readonly why: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  const found = await fetched('node20', `${name}@20`);
  return 'why' in found ? found : { file: path.join(found.folder, 'node_modules', name, 'bin/node') };
}

async function foreignGenerator(): Promise<{ readonly folder: string } | { readonly why: string }> {
  return fetched('foreign', GENERATOR, 'typescript@5.9.3');
}

let others: Others;
let served: OnServers;
let service: string;

beforeAll(async () => {
  [others, served] = await Promise.all([startOthers(), serveOnServers(keyed(KEY))]);
  service = served.url;
  await copyFile(new URL('typescript/use.mjs', import.meta.url), path.join(client.folder, 'use.mjs'));
  await writeFile(path.join(client.folder, 'main.mjs'), MAIN);
});
afterAll(async () => {
  await served?.end();
  others?.close();
  await client.remove();
});

for (const [index, [title, program]] of NODES.entries()) {
  (program === undefined ? test.skip : test)(
    `package 3: the installed client starts, follows, decides, redirects and stops runs, and each error is typed: ${title}`,
    async () => {
      const { dying, stranger, nobody } = others;
      const at = { service, key: KEY, name: `client-${index}`, dying, stranger, nobody };
      const { stdout } = await run(program ?? '', ['main.mjs', JSON.stringify(at)], { cwd: client.folder });
      expect(JSON.parse(stdout)).toEqual(EXPECTED);
    },
  );
}

test('package 3: the blocks of docs/client.md are a program that runs', async () => {
  await writeFile(path.join(client.folder, 'page.mjs'), pageProgram());
  const env = { ...process.env, DSAP_URL: service, DSAP_API_KEY: KEY };
  const { stdout } = await run(process.execPath, ['page.mjs'], { cwd: client.folder, env });
  const told = ['letter is published as version 1', 'May this go? Dear Ada', 'run.closed', 'Dear Ada', 'terminated'];
  for (const line of told) expect(stdout).toContain(line);
});

('folder' in generator ? test : test.skip)(
  `a client that ${GENERATOR} makes of the OpenAPI document compiles, and works${'why' in generator ? ` (skipped: ${generator.why})` : ''}`,
  async () => {
    const cwd = 'folder' in generator ? generator.folder : '';
    const document = await fetch(`${service}/openapi.json`);
    await writeFile(path.join(cwd, 'openapi.json'), await document.text());
    await writeFile(path.join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: { module: 'nodenext' } }));
    await writeFile(path.join(cwd, 'main.ts'), FOREIGN_PROGRAM);
    const node = (...args: readonly string[]) => run(process.execPath, args, { cwd });
    await node('node_modules/@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json', '--output', 'client');
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
    const types = ['--types', 'node', '--typeRoots', path.join(CHECKOUT, 'node_modules/@types')];
    await node('node_modules/typescript/bin/tsc', ...options, ...types, '--outDir', 'out', 'main.ts');
    const { stdout } = await node('out/main.js', service, KEY);
    expect(JSON.parse(stdout)).toEqual({
      done: ['completed', 'Hello Ada!'],
      redirected: 200,
      decided: ['completed', 'Hello Ada!'],
      stopped: 'stopped',
      unknown: [404, 'workflow_not_found'],
    });
  },
);
