/**
 * Prints the codes that V8 has made of the compiler, in base64, once it has done what programs are asked; nothing where the runtime
 * keeps none.
 */
import { writeSync } from 'node:fs';
import { declaredTests } from './declared-tests.ts';
import { policyFindings } from './policy.ts';
import { compilerScript, loaded } from './script.ts';
import { syntaxFindings } from './syntax-findings.ts';

const FILE = 'sample.ts';
const SAMPLE = `
import assert from 'node:assert/strict';
import test from 'node:test';
import { Stack } from './stack.js';

export interface Sized { readonly size: number }
type Item<T> = T extends string ? string : number;
enum Kind { Some = 'some' }
abstract class Base<T> implements Sized {
  static #count = 0;
  constructor(readonly size: number, private items: T[] = []) { Base.#count += 1; }
  get first(): T | undefined { return this.items[0]; }
  async *all(): AsyncGenerator<T> { for (const item of this.items) yield item; }
}
test('a sample', async () => {
  const { a, ...rest } = { a: [1, 2].map((each) => each ** 2), b: Kind.Some as string };
  try { assert.equal(new Stack<number>()?.pop() ?? a.length, /a+/.test('a') ? 1 : 2); } catch (error: unknown) { throw error; }
  for (let at = 0; at < 2; at += 1) switch (at) { case 1: break; default: continue; }
  await Promise.all(Object.values(rest).map(async (one) => \`\${one}!\`));
});
`;

if ('Deno' in globalThis) process.exit(0);
Object.assign(process, { browser: true });
const script = compilerScript();
const ts = loaded(script);
syntaxFindings(ts, { [FILE]: SAMPLE });
ts.transpileModule(SAMPLE, {
  fileName: FILE,
  compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, sourceMap: true },
});
const source = ts.createSourceFile(FILE, SAMPLE, ts.ScriptTarget.ES2024, true);
declaredTests(ts, source);
policyFindings(ts, source);
for (let bytes = Buffer.from(script.createCachedData().toString('base64')); bytes.length > 0; )
  bytes = bytes.subarray(writeSync(1, bytes));
