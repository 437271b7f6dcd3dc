/** Pure: what each format of a JSON Schema accepts, and that the table of formats has all of them and no other. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { SCHEMA_FORMATS } from '../../../src/definitions/parse/schema-formats.ts';
import { BUSINESS_FORMATS } from '../../../src/guards/isolation/formats.ts';
import { schemaErrors } from '../../../src/guards/isolation/schema-errors.ts';

const VALID: Readonly<Record<string, readonly string[]>> = {
  iban: ['DE89370400440532013000', 'GB29NWBK60161331926819', 'LY83002048000020100120361', 'XK051212012345678906'],
  bic: ['DEUTDEFF', 'DEUTDEFF500', 'XKSDXKPR'],
  luhn: ['4111111111111111', '79927398713', '18'],
  ean: ['4006381333931', '96385074', '10012345678902'],
  isbn: ['978-0-306-40615-7', '9780306406157', '0-306-40615-2', '080442957X', '979-10-90636-07-1', '97-8-0306406157'],
  currency: ['EUR', 'CHF', 'XCG', 'ZWG', 'SLE', 'XAU'],
  country: ['DE', 'GB', 'SS'],
  language: [
    'en',
    'EN-gb',
    'de-CH-1996',
    'zh-Hant-TW',
    'es-419',
    'zh-cmn-Hans-CN',
    'en-US-u-ca-buddhist',
    'sl-rozaj-biske-1994',
    'de-DE-x-goethe',
    'x-ours',
    'i-klingon',
    'iw',
    'qaa-Qaaa-QM',
    'und',
  ],
  'phone-e164': ['+493012345678', '+2904123', '+123456789012345'],
};

const INVALID: Readonly<Record<string, readonly string[]>> = {
  iban: [
    'DE88370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'DE8937040044053201300',
    'ZZ89370400440532013000',
    'DE89370400440532013000\n',
    'DE8937040044053201300\u0660',
    'x',
    '',
  ],
  bic: ['deutdeff', 'DEUTXXFF', 'DEUTDEFF50', 'DEUT DEFF', '1EUTDEFF', 'DEUTDEFF\n'],
  luhn: ['4111111111111112', '4111 1111 1111 1111', '0', '', 'a', '411111111111111\uff11', '18\n'],
  ean: ['4006381333932', '400-6381333931', '036000291452', '9638507', ' 96385074', '96385074\n'],
  isbn: [
    '978-0-306-40615-8',
    '4006381333931',
    '978 0 306 40615 7',
    '9790060115615',
    '0-306-40615-X',
    '080442957x',
    '-9780306406157',
    '978--0306406157',
    '9780306406157-',
    '9780306406157\n',
  ],
  currency: ['eur', 'EURO', 'XXZ', 'DEM', 'HRK', 'ANG', 'BGN', 'ZWL', '€', 'EU', 'EUR\n', 'eUR'],
  country: ['de', 'UK', 'EU', 'XK', 'AN', 'DEU', 'D', 'DE\n'],
  language: [
    'english',
    'xx',
    'en_US',
    'en-AB',
    'en-',
    'en-x',
    'de-1901-1901',
    'en-u-ca-u-co',
    'a-DE',
    '',
    'en us',
    'qua-',
  ],
  'phone-e164': [
    '030 12345678',
    '+49 30 12345678',
    '+0493012345678',
    '493012345678',
    '+12',
    '+1234567890123456',
    '+1\n234567',
  ],
};

const fits = (format: string, value: unknown) => schemaErrors({ format }, value).length === 0;

test('report 14: the table names every format that is checked and no other', () => {
  const ajv = formats.default(new Ajv2020({ formats: BUSINESS_FORMATS }));
  expect(Object.keys(SCHEMA_FORMATS).toSorted()).toEqual(Object.keys(ajv.formats).toSorted());
  expect(Object.keys(BUSINESS_FORMATS)).toEqual(Object.keys(VALID));
  expect(Object.keys(BUSINESS_FORMATS)).toEqual(Object.keys(INVALID));
});

test.each(Object.entries(VALID))('report 14: format %s takes %j', (format, values) => {
  expect(values.filter((value) => !fits(format, value))).toEqual([]);
  expect(fits(format, 5)).toBe(true);
});

test.each(Object.entries(INVALID))('report 14: format %s refuses %j', (format, values) => {
  expect(values.filter((value) => fits(format, value))).toEqual([]);
});

test.each(Object.keys(BUSINESS_FORMATS))('a megabyte of text is no %s, in draft-07 too', (format) => {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  for (const unit of ['1', 'a-', '978-', '\u0301'])
    expect(schemaErrors({ $schema, format }, unit.repeat(1_000_000))).toHaveLength(1);
});

test.each(Object.entries(SCHEMA_FORMATS))('the example of format %s fits: %j', (format, { example }) => {
  expect(schemaErrors({ format }, example)).toEqual([]);
});

test('the feedback says what a format demands', () => {
  const [error] = schemaErrors({ properties: { pay: { format: 'currency' } } }, { pay: 'eur' });
  expect(error).toMatchObject({
    instancePath: '/pay',
    message:
      'must be a currency code in capital letters that is in force (ISO 4217); a withdrawn code such as DEM does not count, such as EUR',
  });
});
