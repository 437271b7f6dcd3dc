/** Pure: the expression language (R37). */
import * as fc from 'fast-check';
import { evaluate, truthOf } from '../../src/expressions/evaluate.ts';
import { parseExpression } from '../../src/expressions/parse.ts';
import { cases } from '../support/properties.ts';

const SCOPE = {
  one: 1,
  two: 2,
  text: 'hello',
  list: [1, 2, 3],
  object: { key: 'value', nothing: null, 'two words': 2, get: 'own' },
  yes: true,
  order: 'named like an operator',
  success_rate: 0.25,
};

function run(text: string, scope: Record<string, unknown> = SCOPE) {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return evaluate(parsed.expression, scope);
}

test.each<[string, unknown]>([
  ['1 + 2 * 3 - 4 / 2', 5],
  ['-7 % 3', 2],
  ['(1 + 2) * 3', 9],
  ['1 -1', 0],
  ['.5 + 1e2', 100.5],
  ['"a" + \'b\'', 'ab'],
  ["'it\\'s'", "it's"],
  ['true and True', true],
  ['False or false', false],
  ['null == None', true],
  ['yes && two || one', 2],
  ['0 || "else"', 'else'],
  ['not one == two', true],
  ['not one == 1', false],
  ['!one == false', true],
  ['not not one', true],
  ['yes and not one == 2', true],
  ['not(yes)', false],
  ['not yes or yes', true],
  ['0 < one < 9', true],
  ['3 > two > 2', false],
  ['1 != 2', true],
  ['1 == "1"', false],
  ['list == [1, 2, 3]', true],
  ['2 in list', true],
  ['9 not  in list', true],
  ['"ell" in text', true],
  ['"key" in object', true],
  ['text in ("hello", "bye")', true],
  ['"a" < "b"', true],
  ['object.key', 'value'],
  ['object["two words"]', 2],
  ['object.nothing', null],
  ['list[0] + list[-1]', 4],
  ['order', 'named like an operator'],
  ['get(object, "key")', 'value'],
  ['get(object, "absent", 7)', 7],
  ['get(object.absent, "key", 7)', 7],
  ['object.get("absent", 7)', 7],
  ['max(1, two)', 2],
  ['min(list)', 1],
  ['abs(-2)', 2],
  ['round(2.5)', 2],
  ['round(1.234, 2)', 1.23],
  ['len(text) + len(list) + len(object)', 12],
  ['len("😀")', 1],
  ['int("12") + int(3.9) + int(true)', 16],
  ['float("1.5")', 1.5],
  ['str(12) + str(true) + str(null)', '12TrueNone'],
  ['bool("") or bool([])', false],
])('R37: %s is %j', (text, expected) => {
  expect(run(text)).toEqual({ value: expected, notes: [] });
});

test.each([
  ['success_rate < 0.3', true],
  ['one', true],
  ['list', true],
  ['[]', false],
  ['object.nothing', false],
  ['yes or absent', true],
  ['absent or yes', true],
  ['object.absent > 3 or yes', true],
  ['not yes and absent', false],
  ['absent and not yes', false],
  ['1 / 0 == 1 and not yes', false],
  ['not (absent and not yes)', true],
  ['absent and yes and [] or one', true],
  ['object.absent == null', true],
  ['object.absent.deeper == null', true],
  ['null == object.absent', true],
  ['object.absent != null', false],
  ['object.nothing == null', true],
  ['object.nothing.deeper == null', true],
  ['list[7] == null', true],
  ['object.key == null', false],
  ['"key" in object', true],
  ['"absent" in object', false],
  ['get(object, "absent", false)', false],
])('a condition holds when its value is true: %s', (condition, truth) => {
  expect(truthOf(condition, SCOPE)).toEqual({ truth, notes: [] });
});

test.each([
  ['absent', 'unknown name "absent"'],
  ['not absent', 'unknown name "absent"'],
  ['absent != 1', 'unknown name "absent"'],
  ['absent.deeper == null', 'unknown name "absent"'],
  ['object.absent', 'object.absent has no value: object is an object with key, nothing, two words, get'],
  ['not object.absent', 'object.absent has no value: object is an object with key, nothing, two words, get'],
  ['object.absent == 3', 'object.absent has no value: object is an object with key, nothing, two words, get'],
  ['object.absent != 3', 'object.absent has no value: object is an object with key, nothing, two words, get'],
  [
    'object.absent == object.nothing',
    'object.absent has no value: object is an object with key, nothing, two words, get',
  ],
  ['object["two words"].absent == null', 'object["two words"].absent has no value: object["two words"] is 2'],
  ['text.amount == null', 'text.amount has no value: text is text "hello"'],
  ['get(text, "amount", 0)', 'get(text, "amount", 0) has no value: text is text "hello"'],
  ['list[7]', 'list[7] has no value: list is a list of 3'],
  ['"key" in object.nothing', '"key" in object.nothing: text in nothing cannot be answered; object.nothing is nothing'],
  ['1 / 0', '1 / 0: a number is divided by zero'],
  ['1 % 0', '1 % 0: a number is divided by zero'],
  ['1e308 * 10', '1e308 * 10: a number is beyond 1e308, the largest magnitude that expressions know'],
  ['text + 1', 'text + 1: text + a number cannot be calculated; text is text "hello"'],
  ['one < text', 'one < text: a number < text cannot be compared; one is 1; text is text "hello"'],
  ['object.nothing > 3', 'object.nothing > 3: nothing > a number cannot be compared; object.nothing is nothing'],
  ['1 in one', '1 in one: a number in a number cannot be answered; one is 1'],
  ['len(one)', 'len(one): len() needs text, a list or an object, not a number; one is 1'],
  ['float("x")', 'float("x"): float() cannot read text "x" as a number'],
  ['max(1, "a")', 'max(1, "a"): max() needs all numbers, all texts or all dates'],
  ['str(list)', 'str(list): str() cannot write a list; list is a list of 3'],
  ['absent and yes', 'unknown name "absent"'],
  ['not yes or absent', 'unknown name "absent"'],
  ['a b', 'an operator is missing between a and b'],
  ['', 'the expression is empty'],
])(
  'R109: %s is neither true nor false: it cannot be calculated, and the note says which part and what it held',
  (condition, note) => {
    expect(truthOf(condition, SCOPE)).toEqual({ truth: undefined, notes: [note] });
  },
);

test('R109: where both sides of "and" or "or" cannot be calculated, both are told', () => {
  const notes = ['unknown name "absent"', 'unknown name "missing"'];
  expect(truthOf('absent and missing', SCOPE)).toEqual({ truth: undefined, notes });
  expect(truthOf('absent or missing', SCOPE)).toEqual({ truth: undefined, notes });
});

test.each([
  ['one = 1', 'an expression sets no variable'],
  ['one === 1', 'unexpected "="'],
  ['one ? 1 : 2', 'unexpected "?"'],
  ['one; two', 'unexpected ";"'],
  ['one ***two', 'Unexpected "*"'],
  ['and', '"and" is a word of the language and no name'],
  ['has_context and and', '"and" is a word of the language and no name'],
  ['not', 'Expected expression after not'],
  ['lambda', '"lambda" is a word of Python and no name'],
  ['one if yes', 'an "if" needs an "else"'],
  ['one is two', '"is" asks for None, True and False only'],
  ['{"a"}', 'a value follows each key'],
  ['{"a": 1', 'Unclosed {'],
  ['{"constructor": 1}', 'the property "constructor" cannot be read'],
  ['"a".split(1, 2, 3)', 'split() takes 0 to 2 arguments, not 3'],
  ['`one`', 'unexpected "`"'],
  ['"open', 'is not closed'],
  ['"\\u0041"', 'is not closed or escapes wrongly'],
  ['(one', 'Unclosed ('],
  ['one)', 'Unexpected ")"'],
  ['one +', 'Expected expression after +'],
  ['[1,,2]', 'a value is missing between two commas'],
  ['(1 2)', 'an operator is missing'],
  ['max(1 2)', 'an operator is missing'],
  ['one == not two', 'needs brackets'],
  ['eval("1")', 'there is no function "eval"'],
  ['text.toUpperCase()', 'only the named functions can be called'],
  ['text.constructor.constructor("return 1")()', 'the property "constructor" cannot be read'],
  ['len()', 'len() takes 1 argument, not 0'],
  ['1e999', '1e999 is too large'],
  ['x'.repeat(4097), 'longer than 4096 bytes'],
  [`${'('.repeat(65)}1${')'.repeat(65)}`, 'nests deeper than 64 levels'],
  ['!'.repeat(65), 'nests deeper than 64 levels'],
  ['['.repeat(4000), 'nests deeper than 64 levels'],
  [`1${'+1'.repeat(2000)}`, 'a chain of more than 500 parts'],
  ['object.__proto__', 'the property "__proto__" cannot be read'],
  ['object["constructor"]', 'the property "constructor" cannot be read'],
  ['get(object, "prototype")', 'the property "prototype" cannot be read'],
])('R37: %s is refused in words', (text, message) => {
  expect(parseExpression(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});

test('64 levels and long chains are read', () => {
  expect(run(`${'('.repeat(64)}1${')'.repeat(64)}`).value).toBe(1);
  expect(run(`0${'+1'.repeat(400)}`).value).toBe(400);
});

test.each(['object["proto" + "type"]', 'list.map', 'text.length', 'toString', 'constructor'])(
  'only own data properties are read: %s is not there',
  (text) => {
    expect(run(text).value).toBeUndefined();
    expect(truthOf(`bool(${text})`, SCOPE).truth).toBeUndefined();
  },
);

test('only own data properties are read: get() finds no other', () => {
  expect(run('get(object, "__pro" + "to__")')).toEqual({ value: null, notes: [] });
});

test('getters are not called, and functions are no values', () => {
  let calls = 0;
  const trap = Object.defineProperty({ run: () => (calls += 1) }, 'field', {
    enumerable: true,
    get: () => (calls += 1),
  });
  for (const text of ['trap.field', 'trap.run', 'trap', 'trap == trap', 'len(trap)', '"field" in trap']) {
    run(text, { trap });
  }
  expect([calls, run('trap.field', { trap }).value, run('trap.run', { trap }).value]).toEqual([
    0,
    undefined,
    undefined,
  ]);
});

test('an evaluation ends within its steps whatever its values are', () => {
  const huge = Array.from({ length: 300_000 }, (_, i) => i);
  expect(run('a == b', { a: huge, b: [...huge] })).toMatchObject({
    value: undefined,
    notes: ['the expression takes more than 250000 steps'],
  });
  const doubling = Array.from({ length: 30 }).reduce<string>((inner) => `0 <= (${inner}) <= 1`, 'x');
  expect(run(doubling, { x: 0.5 }).value).toBeUndefined();
  const long = 'x'.repeat(4_000_000);
  expect(run(Array(300).fill('len(t)').join('+'), { t: long }).value).toBeUndefined();
});

const fragment = fc.constantFrom(
  'one',
  'text',
  'list',
  'object',
  'absent',
  '__proto__',
  'constructor',
  '.',
  '[',
  ']',
  '(',
  ')',
  ',',
  '"a"',
  "'",
  '1',
  '1e300',
  '+',
  '-',
  '*',
  '/',
  '%',
  '!',
  'not ',
  ' and ',
  ' or ',
  ' in ',
  '==',
  '<',
  '>=',
  'len',
  'get',
  'max',
  'str',
  '?',
  '=',
  '\n',
  '😀',
);

test('R37: reading and evaluating are total: any text gives a value or words, never an exception', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.dictionary(fc.string(), fc.jsonValue()), (condition, values) => {
      const { truth, notes } = truthOf(condition, { ...SCOPE, ...values });
      expect(truth === undefined).toBe(notes.length > 0);
      expect(notes.every((note) => note.length > 0)).toBe(true);
      expect(truthOf(condition, { ...SCOPE, ...values })).toEqual({ truth, notes });
    }),
    cases(500),
  );
});

test('values keep nothing of the prototype chain: any key finds its own JSON or nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')),
      fc.jsonValue(),
      (key, value) => {
        const scope = { object: { [key]: value }, key };
        const found = run('object[key]', scope).value;
        expect(['function', 'symbol']).not.toContain(typeof found);
        expect(run('empty[key]', { empty: {}, key }).value).toBeUndefined();
      },
    ),
    cases(),
  );
});
