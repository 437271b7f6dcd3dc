// The compiler, in Deno: many cases in one process, but for one that passes, one that does not, and one that is stopped.
import { oneCompiler } from './one-compiler.ts';
import { hurriedJudges, useDeno } from './support.ts';

const { types } = useDeno(oneCompiler);
const apart = useDeno();

test('a program of the current language and of what every runtime has passes', async () => {
  const answer = await apart.types(`
    import { createHash } from 'node:crypto';
    export class Cache<K, V> { #map = new Map<K, V>(); get(key: K): V | undefined { return this.#map.get(key); } }
    export const groups = Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even'));
    export async function load(url: string, signal = AbortSignal.timeout(5)): Promise<string> {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 1));
      console.log(new URL(url).searchParams.get('q'), performance.now(), structuredClone({ a: 1 }).a);
      return createHash('sha256').update(new TextEncoder().encode(url)).digest('hex');
    }`);
  expect(answer).toMatchObject({ verdict: 'pass', feedback: '' });
});

test('tests pass that use what node:test and node:assert offer, or the globals', async () => {
  const answer = await types(
    `import { describe, it, beforeEach, mock } from 'node:test';
    import assert from 'node:assert/strict';
    import { add } from './add.ts';
    let calls: number[] = [];
    beforeEach(() => { calls = []; });
    describe('add', () => {
      it('adds', async (t) => {
        const value: unknown = add(1, 2);
        assert.ok(typeof value === 'number');
        calls.push(value);
        assert.equal(mock.fn(add).mock.callCount(), 0);
        await assert.rejects(async () => { throw new TypeError('x'); }, TypeError);
        await t.test('again', () => expect(add(1, 1)).not.toBe(3));
      });
    });`,
    { files: { 'add.ts': 'export const add = (a: number, b: number): number => a + b;' } },
  );
  expect(answer).toMatchObject({ verdict: 'pass', feedback: '' });
});

test('the feedback has every error, with its place and code', async () => {
  const asked = [
    "import { limit } from './limits.ts';\nconst a: string = limit;\nexport const b = a.lenght;",
    { files: { 'limits.ts': 'export const limit = 5;' } },
  ] as const;
  const answer = await apart.types(...asked);
  const { verdict, feedback } = answer;
  expect(await types(...asked)).toEqual(answer);
  expect(verdict).toBe('retry');
  expect(feedback.split('\n')).toEqual([
    "TypeError: Type 'number' is not assignable to type 'string'. (line 2, column 7, TS2322)",
    '  const a: string = limit;',
    '        ^',
    "TypeError: Property 'lenght' does not exist on type 'string'. Did you mean 'length'? (line 3, column 20, TS2551)",
    '2 errors in all.',
  ]);
});

describe('an artifact cannot switch the check off (guards 2.2)', () => {
  const WRONG = "const a: number = 'x';\nexport default a;";

  test.each([
    ['// @ts-nocheck', '@ts-nocheck', 1],
    ['export {};\n// @ts-ignore', '@ts-ignore', 2],
    ['export {};\n/*\n * @ts-ignore */', '@ts-ignore', 3],
    ['// Here:\n\n// @ts-expect-error: known', '@ts-expect-error', 3],
  ])('%s', async (comment, name, line) => {
    await expect(types(`${comment}\n${WRONG}`)).resolves.toMatchObject({
      verdict: 'retry',
      feedback: `DirectiveError: ${name} keeps errors from the check (line ${line}). Remove it, and mend what it hides.`,
    });
  });

  test('nor by saying that the language has no library', async () => {
    const answer = await types(`/// <reference no-default-lib="true" />\n${WRONG}`);
    expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining('TypeError') });
  });

  test('what only looks like a directive passes', async () => {
    const text = "// Not like @ts-ignore does it.\nexport const a = '// @ts-ignore' + `\n// @ts-expect-error\n`;";
    await expect(types(text)).resolves.toMatchObject({ verdict: 'pass' });
  });

  test('a file beside it, which is not judged, may', async () => {
    const files = { 'old.ts': '// @ts-nocheck\nexport const old: number = 5;' };
    const text = "import { old } from './old.ts';\nexport const a: number = old;";
    await expect(types(text, { files })).resolves.toMatchObject({ verdict: 'pass' });
  });
});

test.each([
  ['a package', "import _ from 'lodash';\nexport default _;", "module 'lodash'"],
  ['a file that is not given', "import { x } from './other.ts';\nexport default x;", "module './other.ts'"],
  ['the browser', 'export const title = document.title;', "Cannot find name 'document'"],
  ['the types of a machine', "import fs from 'node:fs';\nexport default fs;", "module 'node:fs'"],
])('%s is not there', async (_title, text, words) => {
  const { verdict, feedback } = await types(text, { files: { 'given.ts': 'export {};' } });
  expect({ verdict, feedback }).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining(words) });
  if (text.startsWith('import')) expect(feedback).toContain('There is ./given.ts to import, and no package.');
});

test('a file beside it may say what the artifact has to be', async () => {
  const files = {
    'shape.ts': "import { area } from './artifact.ts';\nexport const check: (side: number) => number = area;",
  };
  await expect(types('export const area = (side: number) => side * side;', { files })).resolves.toMatchObject({
    verdict: 'pass',
  });
  const { verdict, feedback } = await types('export const area = (side: string) => side;', { files });
  expect(verdict).toBe('retry');
  expect(feedback).toMatch(
    /^TypeError: Type '\(side: string\) => string' is not assignable.* \(shape\.ts, line 2, column 14/,
  );
});

test('strict: false allows what is implicitly any', async () => {
  const text = 'export const twice = (x) => x + x;';
  await expect(types(text)).resolves.toMatchObject({ verdict: 'retry', feedback: expect.stringContaining('TS7006') });
  await expect(types(text, { strict: false })).resolves.toMatchObject({ verdict: 'pass' });
});

test('the options are closed, and the artifact keeps its name', async () => {
  await expect(types('', { target: 'es5' })).rejects.toThrow(/target/);
  await expect(types('', { files: { '../outside.ts': '' } })).rejects.toThrow(/outside/);
});

test('types that grow without end are a verdict', async () => {
  const union = Array.from({ length: 2_000 }, (_, index) => `'${index}'`).join(' | ');
  const answer = await types(`type A = ${union};\nexport const b: \`\${A}\${A}\${A}\` = 'x';`);
  expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining('too complex to represent') });
});

test('a check that takes too long is stopped in time', async () => {
  const text = `type Grow<T extends unknown[], N extends number> = T['length'] extends N ? T : Grow<[...T, ...T, 1], N>;
    type Walk<S extends string> = S extends \`\${infer A}\${infer B}\` ? [A, ...Walk<B>] | Walk<B> : [];
    export const x: Walk<'${'abcdefghij'.repeat(8)}'> = 1 as never;\nexport type G = Grow<[], 999999>;
    ${Array.from({ length: 3_000 }, (_, index) => `export const v${index}: Walk<'${'x'.repeat(20)}${index}'> = [] as never;`).join('\n')}`;
  const { verdict } = await hurriedJudges(apart.deno(), 1_000).types(text);
  expect(verdict).toBe('retry');
});
