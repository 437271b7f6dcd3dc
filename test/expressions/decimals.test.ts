/** Pure: expressions calculate in decimals of 34 digits, and numbers keep their digits (R107; issue kind K5). */
import * as fc from 'fast-check';
import { parseCode, runCode } from '../../src/expressions/code.ts';
import { evaluate, truthOf } from '../../src/expressions/evaluate.ts';
import { boundedJson } from '../../src/expressions/json-size.ts';
import { parseExpression } from '../../src/expressions/parse.ts';
import { ExactNumber, numberOfText, parseJson, stringifyJson } from '../../src/text/exact-json.ts';
import { cases } from '../support/properties.ts';

const SCOPE = {
  artifact: parseJson(
    '{"id": 7300000000000000001, "amount": 1.10, "two": 2.0, "zero": 0.00, "small": 1e-400, "big": 1e400, "list": [10, 20, 30]}',
  ),
};

/** What an expression yields, as JSON; its notes where it cannot be calculated. */
function yieldOf(text: string, scope: Readonly<Record<string, unknown>> = SCOPE): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return parsed.message;
  const { value, notes } = evaluate(parsed.expression, scope);
  return value === undefined ? notes.join('\n') : (stringifyJson(value) ?? '');
}

test.each([
  ['report 25', '0.1 + 0.2 == 0.3', 'true'],
  ['report 25', '0.1 + 0.2 == 0.31', 'false'],
  ['N17', '1.15 * 100 == 115', 'true'],
  ['N17', '0.1 + 0.2 <= 0.3', 'true'],
  ['N17', '0.1 + 0.2 > 0.3', 'false'],
  ['N16', '7300000000000000001 == 7300000000000000000', 'false'],
  ['N16', '7300000000000000001 > 7300000000000000000', 'true'],
  ['N16', "int('7300000000000000001') == 7300000000000000000", 'false'],
  ['N16', "int('7300000000000000001')", '7300000000000000001'],
  ['N16', "float('7300000000000000001') - 7300000000000000000", '1'],
  ['report 9', 'artifact.id == 7300000000000000000', 'false'],
  ['report 9', 'artifact.id == 7300000000000000001', 'true'],
  ['report 9', 'artifact.id', '7300000000000000001'],
  ['report 9', 'str(artifact.id)', '"7300000000000000001"'],
  ['report 9', '[artifact.id, 7300000000000000000][0]', '7300000000000000001'],
  ['report 9', '7300000000000000000 in [artifact.id]', 'false'],
  ['report 9', '{"a": [artifact.id]} == {"a": [7300000000000000000]}', 'false'],
  ['report 9', 'max(artifact.id, 7300000000000000000)', '7300000000000000001'],
])('%s: %s is %s', (_, text, expected) => {
  expect(yieldOf(text)).toBe(expected);
});

test.each([
  ['what is taken stays as it is written', 'artifact.amount', '1.10'],
  ['and so in a text', 'str(artifact.amount)', '"1.10"'],
  ['and so a literal', '1.10', '1.10'],
  ['a literal without its leading zeros', '007.50', '7.50'],
  ['a literal that begins with its point', '.50', '0.50'],
  ['what is calculated has one spelling', 'artifact.amount + 0', '1.1'],
  ['its value counts', 'artifact.amount == 1.1 and artifact.two == 2 and 1e2 == 100', 'true'],
  ['a third has 34 digits', '1 / 3', '0.3333333333333333333333333333333333'],
  ['a half goes to the even side', '(10 ** 34 + 5) / 10 - 10 ** 33', '0'],
  ['digits up to 34 are written out', '2 ** 100', '1267650600228229401496703205376'],
  [
    'operands count with all digits',
    '12345678901234567890123456789012345678901 - 12345678901234567890123456789012345678900',
    '1',
  ],
  ['a product is exact', '9007199254740993 * 3', '27021597764222979'],
  ['small and large', '1e300 * 1e-300', '1'],
  ['down to where it is zero', '1e-300 ** 30', '0'],
  ['whole division', '1 // 0.1', '10'],
  ['whole division rounds down', '-7.5 // 2', '-4'],
  ['whole division of long numbers', '7300000000000000001 // 10', '730000000000000000'],
  ['a remainder', '7300000000000000001 % 10', '1'],
  ['a remainder has the sign of the divisor', '-1 % 0.3', '0.2'],
  ['a power', '1.1 ** 2', '1.21'],
  ['a root', '2 ** 0.5', '1.414213562373095048801688724209698'],
  ['a negative power', '2 ** -2', '0.25'],
  ['rounding', 'round(2.675, 2)', '2.68'],
  ['rounding to the even side', 'round(2.665, 2)', '2.66'],
  ['rounding half up', "round(2.665, 2, 'half-up')", '2.67'],
  ['rounding half up, below zero', "round(-2.5, 0, 'half-up')", '-3'],
  ['rounding half up, a long fraction', "round(0.49999999999999999999, 0, 'half-up')", '0'],
  ['rounding as it is by default', "round(0.125, 2, 'half-even')", '0.12'],
  ['rounding of long numbers', 'round(7300000000000000001.5)', '7300000000000000002'],
  ['whole numbers', 'int(7300000000000000001.9) + int(-0.5)', '7300000000000000001'],
  ['without its sign', 'abs(-artifact.id)', '7300000000000000001'],
  ['its negative', '-artifact.id', '-7300000000000000001'],
  ['zero counts as false', 'artifact.zero or "no"', '"no"'],
  ['a tiny number does not', 'bool(artifact.small)', 'true'],
  ['an index', 'artifact.list[artifact.two]', '30'],
  ['a character', '"abc"[artifact.two - 1]', '"b"'],
  ['a slice', 'artifact.list[:artifact.two]', '[10,20]'],
  ['a repetition', '[0] * artifact.two + ["a" * artifact.two]', '[0,0,"aa"]'],
  ['a width', '"7".zfill(artifact.two)', '"07"'],
  ['true is 1', 'True + 0.1 == 1.1 and 1.0 == True', 'true'],
])('R107: %s: %s is %s', (_, text, expected) => {
  expect(yieldOf(text)).toBe(expected);
});

test.each([
  ['1e308 * 10', 'a number is beyond 1e308, the largest magnitude that expressions know'],
  ['1e308 + 1e308', 'beyond 1e308'],
  ['9 ** 9 ** 9', 'beyond 1e308'],
  ['artifact.big > 1', 'beyond 1e308'],
  ['artifact.big == 1', 'beyond 1e308'],
  ['artifact.big + 1', 'beyond 1e308'],
  ['float("1e309")', 'beyond 1e308'],
  ['1e309', '1e309 is too large: 1e308 is the largest magnitude'],
  ['1 / 0', 'a number is divided by zero'],
  ['1 // 0.0', 'a number is divided by zero'],
  ['1 % 0', 'a number is divided by zero'],
  ['0 ** -1', 'a number is divided by zero'],
  ['(-8) ** 0.5', 'the result is no real number'],
  ['round(1, 99)', 'round() keeps 0 to 34 digits'],
  ['round(1, 0.5)', 'round() keeps 0 to 34 digits'],
  ['round(1, 2, "up")', 'round() rounds "half-even" or "half-up", not text "up"'],
  ['round(1, 2, artifact.list)', 'round() rounds "half-even" or "half-up", not a list of 3'],
  ['artifact.id.text', 'artifact.id.text has no value: artifact.id is 7300000000000000001'],
  ['get(artifact.id, "text", 0)', 'artifact.id is 7300000000000000001'],
  ['artifact.list[0.5]', 'has no value'],
  ['artifact.list[1.00000000000000000001]', 'has no value'],
  ['"1" + 1', 'text + a number'],
])('R109: %s cannot be calculated: %s', (text, note) => {
  expect(truthOf(text, SCOPE)).toEqual({ truth: undefined, notes: [expect.stringContaining(note)] });
});

/** A decimal as the digits of a whole number and how many of them stand behind the point. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => ({ digits, scale, text: textOf(digits, scale) }));

function textOf(digits: bigint, scale: number): string {
  const [sign, size] = digits < 0n ? ['-', -digits] : ['', digits];
  const padded = String(size).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${size}` : `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** Both with as many digits behind the point. */
function scaled(a: { digits: bigint; scale: number }, b: { digits: bigint; scale: number }) {
  const scale = Math.max(a.scale, b.scale);
  return [a, b].map((one) => one.digits * 10n ** BigInt(scale - one.scale));
}

test('R107: sums, differences, products and comparisons are those of whole numbers', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [left = 0n, right = 0n] = scaled(a, b);
      const scale = Math.max(a.scale, b.scale);
      const scope = { a: numberOfText(a.text), b: numberOfText(b.text) };
      const holds = (text: string, value: string) =>
        expect(truthOf(text, { ...scope, value: numberOfText(value) })).toEqual({ truth: true, notes: [] });
      holds('a + b == value', textOf(left + right, scale));
      holds('a - b == value', textOf(left - right, scale));
      holds('a * b == value', textOf(a.digits * b.digits, a.scale + b.scale));
      holds('sum([a, b, a]) == value', textOf(left + right + left, scale));
      holds('(a < b) == (value < 0) and (a == b) == (value == 0)', textOf(left - right, scale));
      if (right !== 0n) holds('a // b == value', String(floored(left, right)));
      if (right !== 0n) holds('a % b == value', textOf(left - floored(left, right) * right, scale));
    }),
    cases(300),
  );
});

function floored(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

test('R107: rounding is that of whole numbers, both ways', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 12 }), (a, digits) => {
      const unit = 10n ** BigInt(Math.max(0, a.scale - digits));
      const size = a.digits < 0n ? -a.digits : a.digits;
      const [whole, rest] = [size / unit, (size % unit) * 2n];
      const up = rest >= unit ? whole + 1n : whole;
      const even = rest === unit && whole % 2n === 0n ? whole : up;
      const written = (kept: bigint) => textOf(a.digits < 0n ? -kept : kept, Math.min(a.scale, digits));
      const scope = {
        a: numberOfText(a.text),
        up: numberOfText(written(up)),
        even: numberOfText(written(even)),
        digits,
      };
      expect(truthOf("round(a, digits, 'half-up') == up and round(a, digits) == even", scope).truth).toBe(true);
    }),
    cases(300),
  );
});

test('R54: what code sets is stored without loss and read again', () => {
  const parsed = parseCode(
    'context["third"] = 1 / 3\ncontext["id"] = artifact.id\ncontext["next"] = context["id"] + 1\ncontext["price"] = artifact.amount',
  );
  const ran = parsed.ok ? runCode(parsed.statements, { ...SCOPE, context: {} }) : parsed;
  const text = boundedJson(ran.ok ? ran.variables : undefined, 1_000);
  expect(text).toBe(
    '{"third":0.3333333333333333333333333333333333,"id":7300000000000000001,"next":7300000000000000002,"price":1.10}',
  );
  expect(parseJson(text ?? '')).toMatchObject({ next: new ExactNumber('7300000000000000002') });
  expect(truthOf('next - id == 1', Object(parseJson(text ?? ''))).truth).toBe(true);
});

const number = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }), fc.integer({ min: -400, max: 400 }))
    .map(([digits, exponent]) => numberOfText(`${digits}.50e${exponent}`)),
  fc
    .constantFrom('1e999999999999', '1e-999999999999', '-0.0', '1.10', `1.${'7'.repeat(5_000)}`, '9'.repeat(40))
    .map(numberOfText),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    fc.constantFrom('x', '2026-02-28', true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
  ),
})).value;
const expression = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('x', 'y', 'x.a', 'x[*]', 'x[*].a', 'y[*].b[*]', '0.1', '1e300', '"x"', 'run'),
    fc
      .tuple(
        tie('text'),
        fc.constantFrom('+', '-', '*', '/', '//', '%', '**', '<', '==', 'in', 'and', 'or'),
        tie('text'),
      )
      .map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc
      .tuple(
        fc.constantFrom(
          'sum',
          'avg',
          'min',
          'max',
          'count',
          'isUnique',
          'isSorted',
          'abs',
          'round',
          'int',
          'float',
          'str',
          'bool',
          'date',
          'len',
          'not ',
          '-',
        ),
        tie('text'),
      )
      .map(([f, a]) => `${f}(${a})`),
    fc
      .tuple(fc.constantFrom('all', 'any'), tie('text'), fc.constantFrom('it', 'it.a > 0', 'it ** it < x', 'it[*].b'))
      .map(([f, a, t]) => `${f}(${a}, '${t}')`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `matches(${a}, ${b})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `round(${a}, ${b}, 'half-up')`),
  ),
})).text;

test('R37: evaluation is total over numbers of any size: a value of JSON that can be stored, or words', () => {
  fc.assert(
    fc.property(expression, value, value, (text, x, y) => {
      const { value: found, notes } = evaluateText(text, { x, y });
      expect(found === undefined).toBe(notes.length > 0);
      if (found === undefined) return;
      const written = stringifyJson(found) ?? '';
      expect(stringifyJson(parseJson(written))).toBe(written);
      expect(evaluateText(text, { x, y })).toEqual({ value: found, notes });
    }),
    cases(1_000),
  );
});

function evaluateText(text: string, scope: Readonly<Record<string, unknown>>) {
  const parsed = parseExpression(text);
  return parsed.ok ? evaluate(parsed.expression, scope) : { value: undefined, notes: [parsed.message] };
}
