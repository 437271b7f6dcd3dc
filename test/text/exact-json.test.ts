// Numbers of JSON texts keep their digits (issue kinds K5: report 9, N14).
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import {
  canonicalJson,
  canonicalNumber,
  ExactNumber,
  numberOfText,
  parseJson,
  plainNumber,
  stringifyJson,
  withPlainNumbers,
} from '../../src/text/exact-json.ts';
import { isTooLarge, tooLargeIn } from '../../src/text/too-large-number.ts';
import { cases } from '../support/properties.ts';

describe('a text is read and written again', () => {
  test.each([
    '7300000000000000001',
    '1.10',
    '1e400',
    '-0',
    '0.1',
    '19.99',
    '1E+2',
    '12345678.123456789',
    '0.0',
    '0.0000001',
    '-0.0',
    '0e0',
    '1e-7',
  ])('report 9: %s keeps its digits', (digits) => {
    const text = `{"a":[${digits}]}`;
    expect(JSON.stringify(parseJson(text))).toBe(text);
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  test('a number is an ExactNumber only if a double would print it otherwise', () => {
    expect(parseJson('[1, 19.99, 1e21, 9007199254740993, 1.0]')).toEqual([
      1,
      19.99,
      new ExactNumber('1e21'),
      new ExactNumber('9007199254740993'),
      new ExactNumber('1.0'),
    ]);
  });

  test('every text that JSON.parse takes reads the same but for its numbers, and keeps those', () => {
    const digits = fc
      .tuple(
        fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        fc.nat({ max: 30 }),
        fc.integer({ min: -300, max: 300 }),
      )
      .map(([whole, zeros, exponent]) => `${whole}.${'0'.repeat(zeros)}1e${exponent}`);
    fc.assert(
      fc.property(fc.jsonValue(), digits, (value, number) => {
        const text = `{"value":${JSON.stringify(value)},"number":${number}}`;
        expect(JSON.parse(JSON.stringify(parseJson(text)))).toEqual(JSON.parse(text));
        expect(JSON.stringify(parseJson(text))).toContain(`"number":${number}}`);
      }),
      cases(),
    );
  });

  test('broken texts are told in the words of JSON.parse, and __proto__ is a member like others', () => {
    expect(() => parseJson('{"a": 1.10,}')).toThrow(SyntaxError);
    expect(Object.keys(parseJson('{"__proto__": 1.10}') as object)).toEqual(['__proto__']);
  });

  test('of a member that is named twice the last one counts, as in JSON.parse', () => {
    expect(parseJson('{"a": 1.10, "a": 2}')).toEqual({ a: 2 });
  });
});

test.each([
  ['1.10', '1.1'],
  ['11e-1', '1.1'],
  ['-0', '0'],
  ['7300000000000000001', '7300000000000000001'],
  ['0.0000000000000000000000001', '1e-25'],
])('%s has the canonical spelling %s', (text, canonical) => {
  expect(canonicalNumber(numberOfText(text))).toBe(canonical);
});

test('a double has the canonical spelling that JavaScript prints, however it was written', () => {
  const spellings = fc
    .tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat({ max: 30 }))
    .map(([double, zeros]) => {
      const text = double.toExponential();
      const idle = `${text.includes('.') ? '' : '.'}${'0'.repeat(zeros + 1)}`;
      return [double, text.replace('e', `${idle}e`)] as const;
    });
  fc.assert(
    fc.property(spellings, ([double, text]) => {
      expect(canonicalNumber(new ExactNumber(text))).toBe(String(double + 0));
    }),
    cases(),
  );
});

test('a number of the same value takes the place of an exact one where a double has it', () => {
  expect(withPlainNumbers(parseJson('{"a":[1.10, 7300000000000000001]}'))).toEqual({
    a: [1.1, new ExactNumber('7300000000000000001')],
  });
  expect(plainNumber(new ExactNumber('1e400'))).toEqual(new ExactNumber('1e400'));
});

test('N14: magnitudes beyond every double are told', () => {
  expect(['1e400', '-1e309', '1e9999999999'].map((text) => isTooLarge(new ExactNumber(text)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['9e307', '1e-400'].map((text) => isTooLarge(new ExactNumber(text)))).toEqual([false, false]);
});

test('N14: the first number that is too large is found with its pointer', () => {
  expect(tooLargeIn(parseJson('{"a": [1, {"b/c": -1e309}], "d": 1e400}'))).toEqual({
    pointer: '/a/1/b~1c',
    number: '-1e309',
  });
  expect(tooLargeIn(parseJson('[1e308, "1e400"]'))).toBeUndefined();
  expect(tooLargeIn(parseJson('1.7976931348623157e308'))).toBeUndefined();
  expect(tooLargeIn(Number.POSITIVE_INFINITY)).toEqual({ pointer: '', number: 'Infinity' });
});

test.each([
  ['{"b": 1.10, "a": [2.0]}', '{"a": [2], "b": 1.1}'],
  ['7300000000000000001', '7300000000000000001.0'],
])('%s and %s have one canonical spelling', (one, other) => {
  expect(canonicalJson(parseJson(one))).toBe(canonicalJson(parseJson(other)));
});

test('the canonical spelling of doubles is that of RFC 8785', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
    cases(),
  );
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError);
});

test('every number that a text writes differently from a double is found, wherever it stands', () => {
  const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?(?:[eE][+-]?\d{1,3})?$/);
  const place = fc.constantFrom('#', ' #\n', '[#]', '[1,#]', '{"a":#}', '{"a": #, "b": "3e5"}', '[[\t#\r\n]]');
  fc.assert(
    fc.property(digits, place, (number, around) => {
      const text = around.replace('#', number);
      expect(JSON.stringify(parseJson(text))).toBe(text.replaceAll(/\s/g, ''));
    }),
    cases(),
  );
});

test('an ExactNumber is never calculated with as a double', () => {
  expect(() => Number(new ExactNumber('9007199254740993'))).toThrow(/more digits/);
  expect(() => new ExactNumber('12x')).toThrow(RangeError);
});
