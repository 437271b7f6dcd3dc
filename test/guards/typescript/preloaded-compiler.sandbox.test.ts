import { preloadedCompiler } from '../../../src/guards/typescript/preloaded-compiler.ts';
import { runJob } from '../../../src/sandbox/sandbox.ts';
import { createUnsafeLocal } from '../../../src/sandbox/unsafe-local.ts';
import { openDeno } from './support.ts';

const CODES = 'dsap/compiler/typescript.codes';

const LOOK = `
import { readFileSync } from 'node:fs';
import { CODES, compilerScript } from './dsap/compiler/script.mjs';

console.log(compilerScript(Buffer.from(readFileSync(CODES, 'latin1'), 'base64')).cachedDataRejected);
`;

test('Node takes the codes that it has made of the compiler, and compiles it no more', async () => {
  const sandbox = await createUnsafeLocal();
  const { files } = await preloadedCompiler(sandbox);
  const job = { toolchain: 'typescript', argv: ['look.mjs'], files: { ...files, 'look.mjs': LOOK } } as const;
  const { stdout, stderr } = await runJob(sandbox, job, new AbortController().signal);
  await sandbox.close();
  expect({ stdout, stderr }).toEqual({ stdout: 'false\n', stderr: '' });
});

test('Deno makes none, and has the compiler all the same', async () => {
  const deno = await openDeno();
  const { files } = await preloadedCompiler(deno);
  await deno.close();
  expect(Object.keys(files)).not.toContain(CODES);
  expect(Object.keys(files)).toContain('dsap/compiler/typescript.cjs');
});
