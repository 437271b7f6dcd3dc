// Schema keywords compare numbers digit for digit (report 8, N15).
import fc from 'fast-check';
import { schemaErrors, schemaProblems } from '../../../src/guards/isolation/schema-errors.ts';
import { parseJson } from '../../../src/text/exact-json.ts';
import { cases } from '../../support/properties.ts';

function messages(schema: string, value: string): readonly (string | undefined)[] {
  return schemaErrors(parseJson(schema), parseJson(value)).map(({ message }) => message);
}

describe('R127, report 8: multipleOf divides decimals', () => {
  test.each([
    '19.99',
    '0.29',
    '2.34',
    '4.35',
    '1070468.14',
    '-0.07',
    '0',
    '-0',
    '1.10',
    '10000000000.01',
    '1.1e2',
    '9e300',
  ])('%s is a multiple of 0.01', (value) => {
    expect(messages('{"multipleOf": 0.01}', value)).toEqual([]);
  });

  test.each(['19.995', '0.001', '-0.075', '1e-3', '12345678901234567890.001', '1e-9999999'])('%s is none', (value) => {
    expect(messages('{"multipleOf": 0.01}', value)).toEqual(['must be multiple of 0.01']);
  });

  test('steps may be long and exact themselves', () => {
    expect(messages('{"multipleOf": 0.10}', '0.3')).toEqual([]);
    expect(messages('{"multipleOf": 9007199254740993}', '18014398509481986')).toEqual([]);
    expect(messages('{"multipleOf": 9007199254740993}', '18014398509481985')).toEqual([
      'must be multiple of 9007199254740993',
    ]);
    expect(messages('{"multipleOf": 7}', '21')).toEqual([]);
    expect(messages('{"multipleOf": 7}', '22')).toEqual(['must be multiple of 7']);
  });

  test('cents of any size are multiples of 0.01, and no more', () => {
    const cents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (whole, rest) => {
        const text = `${whole}.${rest}`;
        expect(messages('{"multipleOf": 0.1}', text)).toEqual([]);
        expect(messages('{"multipleOf": 1}', text)).toHaveLength(1);
      }),
      cases(),
    );
  });
});

describe('R127, N15: limits and constants beyond 2^53 are exact', () => {
  test.each([
    ['{"maximum": 9007199254740992}', '9007199254740993', 'must be <= 9007199254740992'],
    ['{"minimum": 9007199254740993}', '9007199254740992', 'must be >= 9007199254740993'],
    ['{"exclusiveMaximum": 9007199254740993}', '9007199254740993', 'must be < 9007199254740993'],
    ['{"exclusiveMinimum": 9007199254740993}', '9007199254740993', 'must be > 9007199254740993'],
    ['{"maximum": 0.1}', '0.1000000000000000000001', 'must be <= 0.1'],
    ['{"const": 12345678901234567890}', '12345678901234567891', 'must be 12345678901234567890'],
    ['{"enum": [1, 12345678901234567890]}', '12345678901234567891', 'must be one of [1,12345678901234567890]'],
    ['{"const": {"id": 9007199254740993}}', '{"id": 9007199254740992}', 'must be {"id":9007199254740993}'],
    ['{"type": "integer"}', '9007199254740993.5', 'must be integer'],
    ['{"type": "integer"}', '1.00000000000000000000001', 'must be integer'],
  ])('%s refuses %s', (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message]);
  });

  test.each([
    ['{"maximum": 9007199254740993}', '9007199254740993'],
    ['{"exclusiveMaximum": 9007199254740994}', '9007199254740993'],
    ['{"const": 12345678901234567890}', '12345678901234567890'],
    ['{"const": 1.1}', '1.10'],
    ['{"const": 1.10}', '1.1'],
    ['{"enum": [{"a": 1.0, "b": 2}]}', '{"b": 2, "a": 1}'],
    ['{"type": "integer"}', '7300000000000000001'],
    ['{"type": "integer"}', '5.0'],
    ['{"type": "integer"}', '1e2'],
    ['{"type": "number"}', '0.1000000000000000000001'],
    ['{"uniqueItems": true}', '[9007199254740992, 9007199254740993]'],
    ['{"propertyNames": {"enum": ["a"]}}', '{"a": 1}'],
    ['{"maxLength": 5.0}', '"abcde"'],
  ])('%s takes %s', (schema, value) => {
    expect(messages(schema, value)).toEqual([]);
  });

  test('uniqueItems compares values', () => {
    expect(messages('{"uniqueItems": true}', '[1.10, 2, 1.1]')).toEqual([
      'must NOT have duplicate items (items ## 0 and 2 are identical)',
    ]);
  });

  test('numbers are looked up through references, lists and names with slashes', () => {
    const schema = `{
      "$defs": {"id": {"type": "integer", "maximum": 9007199254740993}},
      "properties": {"a/b~": {"items": {"$ref": "#/$defs/id"}}},
      "anyOf": [{"required": ["a/b~"]}]
    }`;
    expect(messages(schema, '{"a/b~": [9007199254740993]}')).toEqual([]);
    const [error] = schemaErrors(parseJson(schema), parseJson('{"a/b~": [1, 9007199254740994]}'));
    expect(error).toMatchObject({
      instancePath: '/a~1b~0/1',
      message: 'must be <= 9007199254740993',
      data: parseJson('9007199254740994'),
    });
  });
});

test('a schema that is none is refused with the digits it has', () => {
  expect(schemaProblems(parseJson('{"multipleOf": -0.10}'))[0]?.message).toContain(
    'the schema is invalid: /multipleOf must be > 0, not -0.10',
  );
  expect(schemaProblems(parseJson('{"maximum": "9"}'))[0]?.message).toContain(
    'the schema is invalid: /maximum must be number, not "9"',
  );
});
