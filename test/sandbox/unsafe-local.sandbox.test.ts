import { type Sandbox, SandboxFault } from '../../src/sandbox/sandbox.ts';
import { createUnsafeLocal } from '../../src/sandbox/unsafe-local.ts';
import { jobFolders, keepsTheContract, PYTHON, run, TYPESCRIPT } from './support/contract.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createUnsafeLocal();
});
afterAll(async () => {
  await sandbox.close();
  expect(await jobFolders()).toEqual([]);
});

describe('python', () => {
  keepsTheContract(() => sandbox, PYTHON);
});
describe('typescript', () => {
  keepsTheContract(() => sandbox, TYPESCRIPT);
});

const never = new AbortController().signal;

test('a command is found on PATH and begins in the workspace', async () => {
  const argv = ['cat', 'a/b.txt'];
  const running = sandbox.start({ toolchain: 'command', argv, files: { 'a/b.txt': 'read\n' } }, never);
  expect(await running.finished).toMatchObject({ ending: { kind: 'exited', code: 0 }, stdout: 'read\n' });
});

test('a command that is not there is a fault of the sandbox', async () => {
  const running = sandbox.start({ toolchain: 'command', argv: ['no-such-program'], files: {} }, never);
  await expect(running.finished).rejects.toThrow(SandboxFault);
});

test('what a program writes counts against the limit of the disk', async () => {
  const text = 'import time\nopen("big", "wb").write(b"x" * 3_000_000)\ntime.sleep(60)';
  const { ending } = await run(sandbox, PYTHON, text, { limits: { disk: 2_000_000 } });
  expect(ending).toEqual({ kind: 'exceeded', bound: 'disk' });
});

test('closing ends what runs, which is then no verdict, and nothing can be started', async () => {
  const closed = await createUnsafeLocal();
  const running = closed.start({ toolchain: 'command', argv: ['sleep', '60'], files: {} }, never);
  await closed.close();
  await expect(running.finished).rejects.toThrow(SandboxFault);
  expect(() => closed.start({ toolchain: 'command', argv: ['true'], files: {} }, never)).toThrow(SandboxFault);
});

test('it is refused in production', async () => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await expect(createUnsafeLocal()).rejects.toThrow(/unsafe-local isolates nothing/);
  process.env['NODE_ENV'] = before;
});

test('without a Python it offers none', async () => {
  const without = await createUnsafeLocal({ pythonCommand: 'no-such-python' });
  expect(without.capabilities.toolchains).toEqual(['typescript', 'command']);
});
