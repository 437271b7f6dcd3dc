/** Pure: the statements that set variables (R54), and what they must never become. */
import * as fc from 'fast-check';
import { parseCode, runCode } from '../../src/expressions/code.ts';
import { truthOf } from '../../src/expressions/evaluate.ts';
import { briefly } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';

const METRICS = `
success_rate = context.get('successes', 0) / max(context.get('total', 1), 1)
should_pivot = success_rate < 0.3
context['success_rate'] = success_rate
context['should_pivot'] = should_pivot
`;

function run(code: string, context: Readonly<Record<string, unknown>> = {}, names: object = {}) {
  const parsed = parseCode(code);
  return parsed.ok ? runCode(parsed.statements, { ...names, context }) : parsed;
}

test.each([
  [{}, { success_rate: 0, should_pivot: true }],
  [
    { successes: 0, total: 0 },
    { success_rate: 0, should_pivot: true },
  ],
  [
    { successes: 3, total: 4 },
    { success_rate: 0.75, should_pivot: false },
  ],
  [
    { successes: 1, total: 4 },
    { success_rate: 0.25, should_pivot: true },
  ],
])('S2-6-a: the worked example with %j sets %j', (context, variables) => {
  expect(run(METRICS, context)).toEqual({ ok: true, variables, notes: [] });
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['context["a"] = 1', { a: 1 }],
  ["x = 2\ncontext['a'] = x * 3", { a: 6 }],
  ['context["a"] = 1; context["b"] = 2', { a: 1, b: 2 }],
  ['context["a"] = 1\ncontext["b"] = context["a"] + 1', { a: 1, b: 2 }],
  ['context["a"] = 1\ncontext["a"] = 2', { a: 2 }],
  ['x = 1\nx += 2\ncontext["a"] = x', { a: 3 }],
  ['context["n"] += 1', { n: 8 }],
  ['context["n"] *= 1 + 1', { n: 14 }],
  ['context["a"] = (\n  1 +\n  2  # three\n)', { a: 3 }],
  ['# nothing but a comment\ncontext["a"] = "# no comment; no end"', { a: '# no comment; no end' }],
  ['context["a"] = [1, "two", None]', { a: [1, 'two', null] }],
  ['context["a"] = n == 7', { a: true }],
  ['max(1, 2)\ncontext["a"] = context.get("absent", "none")', { a: 'none' }],
  ['context["a"] = unknown', { a: null }],
])('%j sets %j', (code, variables) => {
  expect(run(code, { n: 7 }, { n: 7 })).toMatchObject({ ok: true, variables });
});

test('a name that is not known is nothing, and noted', () => {
  expect(run('context["a"] = nobody')).toMatchObject({ ok: true, notes: ['unknown name "nobody"'] });
});

test('bare names are local', () => {
  expect(run('a = 1')).toEqual({ ok: true, variables: {}, notes: [] });
});

test('the scope is not touched', () => {
  const context = Object.freeze({ n: 1 });
  expect(run('context["n"] = 2', context)).toMatchObject({ variables: { n: 2 } });
  expect(context).toEqual({ n: 1 });
});

test.each([
  ['1 / 0', 1, 'divided by zero'],
  ['x = 1\n\ny = x + "a"', 3, 'a number + text'],
  ['context["a"] = nobody + 1', 1, 'nothing + a number'],
])('%j breaks at line %i', (code, line, message) => {
  expect(run(code)).toMatchObject({ ok: false, line, message: expect.stringContaining(message) });
});

const CHAIN = 'x = "aaaaaaaaaaaaaaaa"\n';

/** Each is refused as it is read, or breaks as it runs; nothing is executed, and nothing takes long (S2-3-c, S2-6-b). */
const HOSTILE: readonly string[] = [
  'import os',
  'from os import system',
  '__import__("os").system("id")',
  'exec("1")',
  'eval("1")',
  'open("/etc/passwd").read()',
  'fetch("http://example.com")',
  'require("fs")',
  'process.exit(1)',
  'context.constructor.constructor("return process")()',
  'context["constructor"]["constructor"]("return 1")',
  'context.__proto__.polluted = 1',
  'context["__proto__"] = 1',
  'context["constructor"] = 1',
  'context["toString"] = 1',
  'constructor = 1',
  '__proto__ = 1',
  'context = 1',
  'input = 1',
  'max = 1',
  'get.call(context)',
  'context.get.constructor("x")',
  '().__class__.__bases__',
  'while True: x = 1',
  'for i in range(10 ** 9): pass',
  '[x for x in range(10 ** 9)]',
  'lambda: 1',
  'def f(): return f()',
  'x = 9 ** 9 ** 9',
  'x = "a" * 1000000000',
  'x = 1e308 * 10',
  'x = 1e999',
  `${CHAIN}${'x = x + x\n'.repeat(150)}`,
  `x = [1]\n${'x = [x, x]\n'.repeat(150)}context["x"] = x`,
  `x = [1]\n${'x = [x]\n'.repeat(150)}context["x"] = x`,
  `${CHAIN}${'x = x + x\n'.repeat(18)}${'y = "b" in x\n'.repeat(150)}`,
  `${CHAIN}${'x = x + x\n'.repeat(18)}context["x"] = x`,
  `context["a"] = ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
  `context["a"] = ${'not '.repeat(1_000)}1`,
  `context["a"] = ${'-'.repeat(3_000)}1`,
  `context["a"] = ${'1+'.repeat(2_000)}1`,
  'a = 1\n'.repeat(5_000),
  `${'a'.repeat(100_000)} = 1`,
  `x = "${'\\\\'.repeat(4_000)}`,
  `x = ${'"a" '.repeat(1_000)}`,
  '`id`',
  'a ? b : c',
  'x = y = 1',
  'context[input] = 1',
  'context.a = 1',
  'del context["a"]',
];

test.each(HOSTILE.map((code) => [code.slice(0, 60), code]))('S2-3-c, S2-6-b: %j fails safely', (_, code) => {
  expect(briefly(() => run(code, { n: 1 })).ok).toBe(false);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test.each([
  ['a pattern', '(a+)+$'],
  ['two long texts', `"${'a'.repeat(2_000)}" == "${'a'.repeat(2_000)}!"`],
  ['a part that nearly occurs', `"${'ab'.repeat(500)}" in "${'ab'.repeat(500)}c"`],
  ['a part that occurs nowhere', `"${'a'.repeat(1_000)}b" in "${'a'.repeat(3_000)}"`],
  ['a bare not', 'not'],
  ['a bare not in brackets', '(not)'],
  ['nots in a row', 'not not and not'],
])('S2-3-c: %s makes no condition slow', (_, condition) => {
  briefly(() => truthOf(condition, {}));
});

test.each([
  'context["a"] = globalThis.process',
  'context["a"] = this.process',
  'context["a"] = context["const" + "ructor"]',
])('S2-3-c: %s reaches nothing', (code) => {
  expect(run(code)).toMatchObject({ ok: true, variables: { a: null } });
});

test.each([
  'context["a"] = context.constructor',
  'context["a"] = context["__proto__"].x',
  'context["a"] = "text".constructor',
  'x = get(context, "prototype")',
])('S2-3-c: %s is refused where it is written', (code) => {
  expect(parseCode(code)).toMatchObject({ ok: false, message: expect.stringContaining('cannot be read') });
});

test('getters are never called', () => {
  let called = false;
  const context = Object.defineProperty({}, 'secret', {
    enumerable: true,
    get() {
      called = true;
      return 1;
    },
  });
  const parsed = parseCode('a = context.secret');
  if (!parsed.ok) throw new Error(parsed.message);
  expect(runCode(parsed.statements, { context })).toMatchObject({ ok: true });
  expect(called).toBe(false);
});

const WORDS = [
  'context',
  '["a"]',
  '=',
  '+=',
  '(',
  ')',
  '[',
  ']',
  '\n',
  ';',
  '#',
  '"',
  "'",
  'x',
  '1',
  '/',
  'not',
  'max',
  '.get',
  ',',
];

test('any text at all is read or refused, and run or broken, soon and without a throw', () => {
  const words = fc.constantFrom(...WORDS);
  const code = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(code, (text) => {
      briefly(() => run(text, { a: 1 }, { x: 2 }));
    }),
    cases(5_000),
  );
});
