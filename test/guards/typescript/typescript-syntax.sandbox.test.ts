// The compiler, in Deno: many cases in one process, but for one that passes, those that nest too deep, and one that is stopped.
import { oneCompiler } from './one-compiler.ts';
import { hurriedJudges, useDeno } from './support.ts';

const { syntax } = useDeno(oneCompiler);
const apart = useDeno();

test('every current kind of TypeScript passes', async () => {
  const answer = await apart.syntax(`#!/usr/bin/env node
    import type { A } from './not-there.ts';
    enum Color { Red, Blue }
    namespace Space { export const x = 1 }
    function logged(..._: unknown[]): void {}
    @logged class Box<T extends A> { accessor y = 2; static { } #z = 1; constructor(private readonly w?: T) { super.toString(); } }
    function over(a: string): void; function over(a: number): void; function over(_: unknown) {}
    export async function* walk() { for await (const x of walk()) yield x satisfies unknown; }
    export default await Promise.resolve(/(?<year>\\d{4})[\\p{L}]/u);`);
  expect(answer).toMatchObject({ verdict: 'pass', feedback: '', data: { sandbox: expect.stringMatching(/^deno /) } });
});

test('JavaScript passes, and so does what only a look at types could reject', async () => {
  await expect(syntax('const a = 1;\nconst b = a.nope + unknownName;\nexport { b };')).resolves.toMatchObject({
    verdict: 'pass',
  });
});

test('the feedback shows the first error where it is, and the others by their lines', async () => {
  const { verdict, feedback } = await syntax('const a: number = ;\nexport default a b;');
  expect(verdict).toBe('retry');
  expect(feedback.split('\n')).toEqual([
    'SyntaxError: Expression expected. (line 1, column 19, TS1109)',
    '  const a: number = ;',
    '                    ^',
    "SyntaxError: ';' expected. (line 2, column 18, TS1005)",
    '2 errors in all.',
  ]);
});

test.each([
  ['a return outside of functions', 'return 1;', 'within a function body'],
  ['await in a function that is not async', 'function f() { await 1; }', 'within async functions'],
  ['a name declared twice', 'let a = 1;\nlet a = 2;', "redeclare block-scoped variable 'a'"],
  ['a constant without a value', 'const a;', 'must be initialized'],
  ['two constructors', 'class A { constructor() {} constructor() {} }', 'Multiple constructor'],
  ['another language', 'def f(x):\n  return x', 'Unexpected keyword or identifier'],
  ['prose', 'Here is the program you asked for.', 'Unexpected keyword or identifier'],
  ['a Markdown fence around it', '```ts\nconst a = 1;\n```', 'Markdown fence'],
])('%s is rejected', async (_title, text, words) => {
  await expect(syntax(text)).resolves.toMatchObject({ verdict: 'retry', feedback: expect.stringContaining(words) });
});

describe('guards 2.1: a program that no parser survives is a verdict', () => {
  const DEEP = 100_000;
  test.each([
    ['parentheses', '('.repeat(DEEP)],
    ['arrays', '['.repeat(DEEP)],
    ['blocks', '{'.repeat(DEEP)],
    ['templates', '`${'.repeat(DEEP / 2)],
    ['calls', 'f('.repeat(DEEP)],
  ])('%s', async (_title, text) => {
    const answer = await syntax(text);
    expect(answer).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringMatching(/^SyntaxError: brackets nest more/),
    });
  });

  test.each([
    ['operators', `const a = ${'!'.repeat(DEEP)}1;`],
    ['conditions', `const a = ${'1 ? 1 : '.repeat(DEEP / 4)}1;`],
    ['branches', `if (1) {} ${'else if (1) {} '.repeat(DEEP / 8)}`],
  ])('%s, which nest without brackets', async (_title, text) => {
    const answer = await apart.syntax(text);
    expect(answer).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringMatching(/^SyntaxError: .* nests too deep/),
    });
  });

  test('a sum without end is stopped in time', async () => {
    const text = `const a = 1${' + 1'.repeat(DEEP / 2)};`;
    const answer = await hurriedJudges(apart.deno(), 1_000).syntax(text);
    expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(/^TimeoutError: .*compiler/) });
  });

  test('one that is too large is not even read', async () => {
    await expect(syntax('x;'.repeat(200_000))).resolves.toMatchObject({
      verdict: 'retry',
      feedback: expect.stringContaining('400000 bytes'),
    });
  });

  test('brackets in strings and comments do not nest', async () => {
    const text = `const a = "${'('.repeat(300)}"; // ${'['.repeat(300)}\n/* ${'{'.repeat(300)} */`;
    await expect(syntax(text)).resolves.toMatchObject({ verdict: 'pass' });
  });
});
