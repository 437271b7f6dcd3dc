// Pure: patterns with look-ahead that generators of schemas write, in linear time.
import fc from 'fast-check';
import { z } from 'zod';
import { compilePattern } from '../../src/guards/isolation/pattern.ts';
import { compileLookAround } from '../../src/text/look-around.ts';
import { cases } from '../support/properties.ts';

function compiled(source: string) {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(result.message);
  return result.pattern;
}

/** Random texts that are near to what patterns of numbers, times and names accept. */
const near = fc.array(fc.constantFrom(...'0123456789.+-,:PTYMWDHSZabz_ \nü'.split('')), { maxLength: 14 });

describe('report 28: the patterns of Pydantic for a decimal', () => {
  test.each([
    ['any', String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`],
    ['max_digits 5', String.raw`^(?!^[-+.]*$)[+-]?0*(?:\d{0,5}|(?=[\d.]{1,6}0*$)\d{0,5}\.\d{0,5}0*$)`],
    ['decimal_places 2', String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d{0,2}0*$`],
    [
      'max_digits 5, decimal_places 2',
      String.raw`^(?!^[-+.]*$)[+-]?0*(?:\d{0,3}|(?=[\d.]{1,6}0*$)\d{0,3}\.\d{0,2}0*$)`,
    ],
  ])('%s', (_title, source) => {
    const pattern = compiled(source);
    const theirs = new RegExp(source, 'u');
    for (const text of [
      '19.99',
      '-0.5',
      '+1',
      '.',
      '',
      '+',
      '-.',
      '1.',
      '.5',
      '0001',
      '12345',
      '123456',
      '1.234',
      '1.2300',
      '1e5',
      'x',
    ])
      expect([text, pattern.test(text)]).toEqual([text, theirs.test(text)]);
    fc.assert(
      fc.property(near, (parts) => pattern.test(parts.join('')) === theirs.test(parts.join(''))),
      cases(300),
    );
  });
});

describe('N30: every format of zod that becomes a pattern', () => {
  const formats: Readonly<Record<string, z.ZodType>> = {
    email: z.email(),
    html5: z.email({ pattern: z.regexes.html5Email }),
    rfc5322: z.email({ pattern: z.regexes.rfc5322Email }),
    unicode: z.email({ pattern: z.regexes.unicodeEmail }),
    guid: z.guid(),
    uuid: z.uuid(),
    uuidv7: z.uuidv7(),
    emoji: z.emoji(),
    nanoid: z.nanoid(),
    cuid: z.cuid(),
    cuid2: z.cuid2(),
    ulid: z.ulid(),
    xid: z.xid(),
    ksuid: z.ksuid(),
    ipv4: z.ipv4(),
    ipv6: z.ipv6(),
    mac: z.mac(),
    cidrv4: z.cidrv4(),
    cidrv6: z.cidrv6(),
    base64: z.base64(),
    base64url: z.base64url(),
    e164: z.e164(),
    datetime: z.iso.datetime({ offset: true }),
    date: z.iso.date(),
    time: z.iso.time(),
    duration: z.iso.duration(),
    hostname: z.hostname(),
    hex: z.hex(),
    domain: z.string().regex(z.regexes.domain),
    extendedDuration: z.string().regex(z.regexes.extendedDuration),
    iban: z.string().regex(z.regexes.iban),
    startsWith: z.string().startsWith('a.b'),
    key: z.string().regex(/^(?!__)/),
    literal: z.templateLiteral(['a', z.number(), '@', z.iso.duration()]),
  };
  const TEXTS = [
    'P1D',
    'PT5M',
    'P',
    'PT',
    'P1W',
    'P1Y2M3DT4H5M6.7S',
    'P1WT1H',
    '-P1Y',
    'P1,5D',
    'ada@example.com',
    'a..b@x.y',
    '😀',
    '👍🏽',
    '12',
    '#️⃣',
    '🇩🇪',
  ];
  const MORE = [
    'example.com',
    'example.com.',
    'a-.b',
    'x'.repeat(254),
    'DE89370400440532013000',
    'DE00370400440532013000',
    '192.0.2.0/24',
    '::1/64',
    'aGk=',
    '__proto__',
  ];

  test.each(Object.entries(formats))('%s', (_name, schema) => {
    const { pattern: source = '' } = z.toJSONSchema(schema, { io: 'input' });
    expect(source).not.toBe('');
    const pattern = compiled(source);
    // One of them is no pattern under the flag `u`.
    const theirs = new RegExp(source, source.includes('}])') ? '' : 'u');
    for (const text of [...TEXTS, ...MORE]) expect([text, pattern.test(text)]).toEqual([text, theirs.test(text)]);
    fc.assert(
      fc.property(near, (parts) => pattern.test(parts.join('')) === theirs.test(parts.join(''))),
      cases(200),
    );
  });
});

describe('report 28: what a linear engine cannot say is refused with what to write', () => {
  test.each([
    [String.raw`(a)\1`, 'back-references are not supported: write out what is repeated'],
    [String.raw`(?<n>a)\k<n>`, 'back-references are not supported'],
    ['(?>a+)b', 'write "(?:"'],
    ['a++b', 'without the second "+"'],
    ['(?(1)a|b)', 'write the alternatives out'],
    ['(?=a)*', 'a quantifier stands behind an assertion'],
    ['(?=a', 'a "(" has no ")"'],
    ['(?=a))', 'a ")" without its "("'],
    ['(?=[a', 'a "[" has no "]"'],
    [String.raw`(?=a)\y`, String.raw`"\y" is no escape`],
    ['(?=a{2,1})', 'run backwards'],
    ['(?=(?:a{999}){999})', 'repetitions are too large'],
    ['(?=(?:(){99999}){99999})', 'repetitions are too large'],
  ])('%s', (source, message) => {
    expect(compilePattern(source)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

test('spellings of Python are taken beside a look-ahead', () => {
  expect(compiled(String.raw`(?i)\A(?!x)(?P<word>[a-z]+)\Z`).test('HELLO')).toBe(true);
  expect(compiled(String.raw`\A(?!x)(?P<word>[a-z]+)\-\Z`).test('ab-')).toBe(true);
  expect(compiled(String.raw`\A(?!x)(?P<word>[a-z]+)\Z`).test('xylo')).toBe(false);
});

test('a match is found where JavaScript finds it, with its text', () => {
  const text = '😀 price: 12 EUR, 30 USD';
  expect(compileLookAround(String.raw`\d+(?= USD)`).find(text)).toEqual({ start: text.indexOf('30'), text: '30' });
  expect(compileLookAround(String.raw`(?<=: )\d+?`).find(text)).toEqual({ start: text.indexOf('12'), text: '1' });
  expect(compileLookAround('(?=x)x').find(text)).toBeUndefined();
});

test('what would take a backtracking engine for ever is done at once', () => {
  const pattern = compileLookAround(String.raw`^(?=(?:a+)+$)(?:a|aa)+(?!b)$`);
  expect(pattern.test(`${'a'.repeat(5_000)}!`)).toBe(false);
  expect(pattern.test('a'.repeat(5_000))).toBe(true);
});
