// The client's own package, packed as it is published, and compiled against.
import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../support/processes/dsap.ts';
import { type InstalledClient, installClient } from './typescript/installed-client.ts';
import { pageProgram } from './typescript/page-program.ts';

const run = promisify(execFile);
let client: InstalledClient;
beforeAll(async () => {
  client = await installClient();
}, 120_000);
afterAll(() => client?.remove());

test('package 1: the package of the client is at most 20,000 bytes', async () => {
  expect((await stat(client.tarball)).size).toBeLessThanOrEqual(20_000);
});

const CONSUMER = `
import { createClient, DsapProblem, RunNotCompleted } from 'dsap-client';
const client = createClient({ url: 'http://localhost:8080', key: 'k' });
const run = await client.runs.start({ workflow: { name: 'hello' }, input: { who: 'Ada' } });
const { artifacts } = await run.result({ timeout: 1_000 });
export const text: string | undefined = artifacts['greet']?.content;
export const why = (await client.request('GET', '/v1/runs/{id}/why', { path: { id: run.id } })).document.summary satisfies string;
// @ts-expect-error: no such field
await client.runs.start({ workflow: { name: 'hello' }, inptu: {} });
// @ts-expect-error: no such operation
await client.request('PUT', '/v1/runs', {});
export const kinds = [DsapProblem, RunNotCompleted].map(({ name }) => name satisfies string);
`;

/** What of Node the page names. */
const NODE = 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> };';

test.each(['nodenext', 'bundler'])(
  'package 1: it compiles, and so does docs/client.md, for who resolves modules as %s, its declarations among it',
  async (resolution) => {
    await writeFile(path.join(client.folder, 'consumer.ts'), CONSUMER);
    await writeFile(path.join(client.folder, 'page.ts'), `${NODE}\n${pageProgram()}`);
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom',
      '--types',
      '',
    ];
    const modules = ['--module', resolution === 'bundler' ? 'esnext' : 'nodenext', '--moduleResolution', resolution];
    const compiler = path.join(CHECKOUT, 'node_modules/typescript/bin/tsc');
    const said = await run(process.execPath, [compiler, ...options, ...modules, 'consumer.ts', 'page.ts'], {
      cwd: client.folder,
    }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    expect(said.stdout).toBe('');
  },
);
