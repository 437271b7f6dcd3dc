// `dsap definition check` without a service, as CI runs it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usePrograms } from '../support/processes/processes.ts';

const runProgram = usePrograms();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-check-'));
});
afterEach(() => rm(folder, { recursive: true }));

const GOOD = `name: hello
steps:
  - id: say
    generator: { kind: llm, prompt: Say hello. }
    guard: { use: not-empty }
`;
const BAD = GOOD.replace('use: not-empty', 'use: not-emty');

async function checked(files: Readonly<Record<string, string | Buffer>>, args: readonly string[], env = {}) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  // An address where nothing listens: a check that asked a service would end with 8.
  const surroundings = { PATH: process.env['PATH'], XDG_CACHE_HOME: folder, DSAP_URL: 'http://127.0.0.1:9', ...env };
  const program = runProgram('src/cli/main.ts', ['definition', 'check', ...args], { env: surroundings, cwd: folder });
  return { code: await program.ended, output: program.output() };
}

test('right definitions end with 0, and what they cost at most is told', async () => {
  const { code, output } = await checked({ 'a.yaml': GOOD, 'b.json': JSON.stringify({ name: 'b', steps: [] }) }, [
    'a.yaml',
  ]);
  expect(output).toContain('✓ a.yaml is valid: at most 4 generations a run.');
  expect(output).toContain('Checked without a service, with built-in parts alone.');
  expect(code).toBe(0);
});

test('llm 3.8: a name that a route takes from the default endpoint is a warning, without a key', async () => {
  const settings = `endpoints:
  default: { baseUrl: "http://127.0.0.1:9/v1" }
  a: { baseUrl: "http://127.0.0.1:9/v1", apiKeyEnv: NOT_SET }
models:
  fast: { route: [a/x, b/y] }
`;
  const files = { 'a.yaml': `model: fast\n${GOOD}`, 'dsap.config.yaml': settings };
  const { code, output } = await checked(files, ['a.yaml']);
  expect(output).toMatch(/a\.yaml:1:8: warning: .*"fast" is a route of the settings \(a\/x, b\/y\)/);
  expect(code).toBe(0);
});

test('of several files, and patterns, every problem is told with its place, and the end is 7', async () => {
  const { code, output } = await checked({ 'a.yaml': GOOD, 'flows/b.yaml': BAD, 'flows/c.yaml': 'a: [' }, [
    'a.yaml',
    'flows/*.yaml',
  ]);
  expect(output).toContain('✓ a.yaml is valid');
  expect(output).toMatch(/flows\/b\.yaml:5:\d+: .*not-emty.*Did you mean "not-empty"\?/);
  expect(output).toMatch(/flows\/c\.yaml:1:5: Not valid YAML/);
  expect(code).toBe(7);
});

test.each<[string, Record<string, string | Buffer>, string[], string]>([
  ['a file that is not there', {}, ['none.yaml'], 'none.yaml cannot be read: there is no such file.'],
  ['a pattern that nothing fits', {}, ['*.yaml'], 'No file fits *.yaml.'],
  ['a file in UTF-16', { 'a.yaml': Buffer.from(GOOD, 'utf16le') }, ['a.yaml'], 'a.yaml is UTF-16 (little-endian)'],
  ['a settings file with a mistake', { 'a.yaml': GOOD, 'dsap.config.yaml': 'enpoints: {}' }, ['a.yaml'], '"enpoints"'],
  ['parts that do not load', { 'a.yaml': GOOD, 'parts.ts': "throw new Error('boom')" }, ['a.yaml'], 'boom'],
])('%s ends with 2', async (_, files, args, words) => {
  const { code, output } = await checked(files, args);
  expect(output).toContain(words);
  expect(code).toBe(2);
});

test('report 26: a byte-order mark before a definition is passed over', async () => {
  const { code } = await checked({ 'a.yaml': `\uFEFF${GOOD.replaceAll('\n', '\r\n')}` }, ['a.yaml']);
  expect(code).toBe(0);
});

test('secrets and servers of the settings need not be there, as in CI', async () => {
  const config = 'endpoints: { fast: { baseUrl: "https://models.example/v1", apiKeyEnv: FAST_KEY } }\n';
  const files = { 'a.yaml': GOOD, 'dsap.config.yaml': config };
  const { code, output } = await checked(files, ['a.yaml'], { DSAP_AUTH: 'keys', NODE_ENV: 'production' });
  expect([code, output]).toEqual([0, expect.stringContaining('✓ a.yaml is valid')]);
});

test('own parts of the folder are known, and what they take is checked', async () => {
  const parts = `import { defineGuard, z } from 'dsap';
export default { guards: [defineGuard({ name: 'polite', description: 'Says please.', options: z.strictObject({ word: z.string() }),
  evaluate: () => ({ verdict: 'pass' }) })] };
`;
  const using = (options: string) => GOOD.replace('{ use: not-empty }', `{ use: polite, with: ${options} }`);
  const files = { 'parts.ts': parts, 'a.yaml': using('{ word: please }'), 'b.yaml': using('{ wrod: please }') };
  const { code, output } = await checked(files, ['a.yaml', 'b.yaml']);
  expect(output).toContain('✓ a.yaml is valid');
  expect(output).toMatch(/b\.yaml:5:\d+: /);
  expect(output).toMatch(/with built-in parts and those of .*parts\.ts\./);
  expect(code).toBe(7);
});

test('with --json each file is one document', async () => {
  const { code, output } = await checked({ 'a.yaml': GOOD, 'b.yaml': BAD }, ['a.yaml', 'b.yaml', '--json']);
  const documents = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(documents).toMatchObject([
    { file: 'a.yaml', valid: true, bound: { generations: 4 } },
    { file: 'b.yaml', valid: false, errors: [{ pointer: '/steps/0/guard/use', line: 5 }] },
  ]);
  expect(code).toBe(7);
});
