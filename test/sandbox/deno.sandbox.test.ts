import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { createDeno } from '../../src/sandbox/deno/deno.ts';
import { type Sandbox, SandboxFault } from '../../src/sandbox/sandbox.ts';
import { jobFolders, jobOf, keepsTheContract, run, TYPESCRIPT } from './support/contract.ts';
import { warmly } from './support/warmly.ts';

let sandbox: Sandbox;
let outside: string;

beforeAll(async () => {
  const made = await createDeno({ cacheDirectory: cacheDirectory(process.env), log: () => {} });
  if (!made) throw new Error('Deno is not installed');
  sandbox = made;
  outside = await mkdtemp(path.join(tmpdir(), 'outside-'));
  await writeFile(path.join(outside, 'secret.txt'), 'SECRET');
  await writeFile(path.join(outside, 'secret.json'), '{"secret":"SECRET"}');
  await writeFile(path.join(outside, 'secret.mjs'), 'export default "SECRET"');
});
afterAll(async () => {
  await sandbox.close();
  await rm(outside, { recursive: true });
  expect(await jobFolders()).toEqual([]);
});

describe('typescript', () => {
  keepsTheContract(() => sandbox, TYPESCRIPT, 96 * 1024 * 1024);
});

describe('typescript in a process that waits for its job (performance 4)', () => {
  keepsTheContract(() => warmly(sandbox), TYPESCRIPT, 96 * 1024 * 1024);
});

const never = new AbortController().signal;

describe('what a program cannot reach', () => {
  test.each([
    ['a static import of text', 'import it from "OUT/secret.txt" with { type: "text" }; console.log(it);'],
    ['a static import of JSON', 'import it from "OUT/secret.json" with { type: "json" }; console.log(it);'],
    ['a static import of code', 'import it from "OUT/secret.mjs"; console.log(it);'],
    ['an import that is known only at run time', 'console.log(await import("OUT/" + "secret.mjs"));'],
    [
      'an import of an import in a URL',
      'import it from "data:text/javascript,export {default} from \'file://OUT/secret.mjs\'"; console.log(it)',
    ],
    [
      'require',
      'import { createRequire } from "node:module"; console.log(createRequire(import.meta.url)("OUT/secret.json"));',
    ],
    [
      'a worker',
      'new Worker("data:text/javascript,import it from \'file://OUT/secret.mjs\'; console.log(it)", { type: "module" });',
    ],
    ['fetch', 'console.log(await (await fetch("file://OUT/secret.txt")).text());'],
    ['a read', 'console.log(Deno.readTextFileSync("OUT/secret.txt"));'],
    [
      'the environment of our own process',
      'console.log(Deno.readTextFileSync(`/proc/${Deno.ppid}/environ`), "SECRET");',
    ],
    ['a write', 'Deno.writeTextFileSync("written", ""); console.log("SECRET");'],
    ['a program', 'new Deno.Command("/bin/sh", { args: ["-c", "echo SECRET"], stdout: "inherit" }).outputSync();'],
    ['a signal', 'Deno.kill(Deno.ppid, "SIGCONT"); console.log("SECRET");'],
    ['a connection', 'await Deno.connect({ hostname: "127.0.0.1", port: 9 }); console.log("SECRET");'],
    ['a name server', 'await Deno.resolveDns("localhost", "A"); console.log("SECRET");'],
    ['a package', 'await import("npm:left-pad" as string); console.log("SECRET");'],
    ['a native library', 'Deno.dlopen("/lib/libc.so.6", {}); console.log("SECRET");'],
    ['code from a string', 'console.log(new Function("return \'SECRET\'")());'],
    ['storage that outlives it', 'localStorage.setItem("a", "b"); console.log("SECRET");'],
    ['a cache that outlives it', 'await caches.open("a"); console.log("SECRET");'],
    ['facts of the machine', 'console.log(Deno.hostname(), "SECRET");'],
  ])('%s', async (_what, text) => {
    const { ending, stdout, stderr } = await run(sandbox, TYPESCRIPT, text.replaceAll('OUT', outside));
    expect({ stdout, ending }).toEqual({ stdout: '', ending: { kind: 'exited', code: 1 } });
    expect(stderr).toMatch(
      /NotCapable|Requires read access|not allowed|disallowed|no-npm|Not a directory|Failed to create cache/,
    );
  });

  test('the environment of Deno itself', async () => {
    const text = 'console.log(Deno.env.get("DENO_DIR"), Deno.env.get("GIVEN"), Deno.env.toObject());';
    const { stdout } = await run(sandbox, TYPESCRIPT, text, { env: { GIVEN: 'x' } });
    expect(stdout).toBe('undefined x [Object: null prototype] { GIVEN: "x" }\n');
  });

  test('the disk, through what Deno keeps of the modules that it has loaded', async () => {
    const text = `for (let i = 0; ; i++)
      await import('data:application/typescript,' + encodeURIComponent('export const a: number = ' + i + '; //' + 'x'.repeat(1e6)));`;
    const { ending } = await run(sandbox, TYPESCRIPT, text, { limits: { disk: 10_000_000 } });
    expect(ending).toEqual({ kind: 'exceeded', bound: 'disk' });
  });
});

test('the heap has the limit of the memory', async () => {
  const text = 'const kept: number[][] = []; for (;;) kept.push(new Array(1000).fill(Math.random()));';
  const { ending } = await run(sandbox, TYPESCRIPT, text, { limits: { memory: 64 * 1024 * 1024 } });
  expect(ending).toEqual({ kind: 'exceeded', bound: 'memory' });
});

test('code that no parser survives ends its own process only', async () => {
  const text = `const x = ${'['.repeat(20_000)}1${']'.repeat(20_000)};`;
  const { ending } = await run(sandbox, TYPESCRIPT, text);
  expect(ending).toEqual({ kind: 'signalled', signal: 'SIGABRT' });
});

test('a program is read from its workspace, may read there, and finds no trace of ours in its errors', async () => {
  const files = { 'src/main.ts': 'import "./missing.ts";', 'data.txt': 'x' };
  const missing = await run(sandbox, TYPESCRIPT, '', { files, argv: ['src/main.ts'] });
  expect(missing.ending).toEqual({ kind: 'exited', code: 1 });
  expect(missing.stderr).toMatch(/Module not found .*src\/missing\.ts/);
  expect(missing.stderr).not.toContain('typescript-host');
  const read =
    'import { readFileSync } from "node:fs"; console.log(readFileSync("data.txt", "utf8"), process.cwd() === import.meta.dirname);';
  const { stdout } = await run(sandbox, TYPESCRIPT, '', { files: { 'main.ts': read, 'data.txt': 'x' } });
  expect(stdout).toBe('x true\n');
});

test('node:assert works; what is given to node:test is not run, so a harness of ours has to run it', async () => {
  const text = `import { strict as assert } from 'node:assert';
import test, { mock } from 'node:test';
test('a test', () => console.log('run'));
console.log(mock.fn(() => 3)());
try { assert.deepEqual({ a: 1 }, { a: 2 }); } catch (error) { console.log((error as Error).name); }`;
  const { ending, stdout } = await run(sandbox, TYPESCRIPT, text);
  expect({ ending, stdout }).toEqual({ ending: { kind: 'exited', code: 0 }, stdout: '3\nAssertionError\n' });
});

test.each([
  ['a file that is not there', { argv: ['other.ts'] }],
  ['no file', { argv: [] }],
  ['a command', { toolchain: 'command' as const, argv: ['true'] }],
])('a job of %s cannot be run', (_what, rest) => {
  expect(() => sandbox.start(jobOf(TYPESCRIPT, '', rest), never)).toThrow(SandboxFault);
});

test('its version names all that runs the programs', () => {
  expect(sandbox.version).toMatch(/^deno \d+\.\d+\.\d+, pyodide \d+\.\d+\.\d+$/);
});
