import { valueOfSet, wantsJson } from '../../../src/cli/remote/set-values.ts';
import { ExactNumber } from '../../../src/text/exact-json.ts';

test.each<[string, unknown]>([
  ['5', 5],
  ['-0.5', -0.5],
  ['1.1', 1.1],
  ['0', 0],
  ['true', true],
  ['null', null],
  ['"x"', 'x'],
  ['{"a":[1]}', { a: [1] }],
  ['[1, "b"]', [1, 'b']],
  ['{"net": 1.10}', { net: new ExactNumber('1.10') }],
  ['12e4567', '12e4567'],
  ['1.10', '1.10'],
  ['00912', '00912'],
  ['980e663509', '980e663509'],
  ['12345678901234567890', '12345678901234567890'],
  ['9007199254740993', '9007199254740993'],
  ['-0', '-0'],
  ['1e3', '1e3'],
  ['1.0', '1.0'],
  ['+5', '+5'],
  [' 5', ' 5'],
  ['5 ', '5 '],
  ['.5', '.5'],
  ['5.', '5.'],
  ['0x10', '0x10'],
  ['1_000', '1_000'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['True', 'True'],
  ['', ''],
  ['Ada', 'Ada'],
  ['[not json', '[not json'],
  ['{"a":1,"a":2}', '{"a":1,"a":2}'],
])('report 10: without a schema %j is only what prints back the same', (text, value) => {
  for (const schema of [undefined, {}, { type: 'object' }, { properties: { other: { type: 'string' } } }, true])
    expect(valueOfSet('a', text, schema)).toEqual(value);
});

const TEXTS = ['12e4567', '1.10', '00912', '12345678901234567890', '5', 'true', 'null', '{"a":1}', '"x"', ''];

test.each([
  ['a type', { type: 'string' }],
  ['one of several types', { type: ['number', 'string'] }],
  ['a type or null', { type: ['string', 'null'] }],
  ['a combination', { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^x' }] }],
  ['one of', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
  ['all of', { allOf: [{ minLength: 1 }, { type: ['string', 'number'] }] }],
  ['a reference', { $ref: '#/$defs/code' }],
  ['a reference within', { anyOf: [{ $ref: '#/$defs/code' }, { type: 'null' }] }],
  ['a reference to a reference', { $ref: '#/$defs/alias' }],
])('report 10: where the schema allows a text, it is the text: %s', (_, member) => {
  const $defs = { code: { type: 'string' }, alias: { $ref: '#/$defs/code' } };
  for (const schema of [
    { type: 'object', properties: { a: member }, $defs },
    { additionalProperties: member, $defs },
    { allOf: [{ properties: { a: member } }], $defs },
    { $ref: '#/$defs/whole', $defs: { ...$defs, whole: { properties: { a: member } } } },
  ])
    for (const text of TEXTS) expect(valueOfSet('a', text, schema)).toBe(text);
});

test.each<[object, string, unknown]>([
  [{ type: 'number' }, '1.10', new ExactNumber('1.10')],
  [{ type: 'number' }, '12345678901234567890', new ExactNumber('12345678901234567890')],
  [{ type: 'number' }, '12e4567', new ExactNumber('12e4567')],
  [{ type: 'integer' }, '5', 5],
  [{ type: 'number' }, '00912', '00912'],
  [{ type: 'number' }, 'x', 'x'],
  [{ type: ['number', 'null'] }, 'null', null],
  [{ type: 'number', nullable: true }, '1.5', 1.5],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'array' }, '["a", 1.10]', ['a', new ExactNumber('1.10')]],
  [{ type: 'object' }, '{"a": 1}', { a: 1 }],
  [{ type: 'object' }, '{"a":1,"a":2}', '{"a":1,"a":2}'],
  [{ anyOf: [{ type: 'number' }, { type: 'boolean' }] }, '1.10', new ExactNumber('1.10')],
  [{ enum: [1, 2, 'auto'] }, '2', 2],
  [{ enum: [1, 2, 'auto'] }, 'auto', 'auto'],
  [{ enum: ['1', '2'] }, '2', '2'],
  [{ enum: [1, 2] }, '2', 2],
  [{ const: 5 }, '5', 5],
  [{ allOf: [{ type: ['string', 'number'] }, { type: 'number' }] }, '5', 5],
  [{ minimum: 3 }, '5', 5],
  [{ minimum: 3 }, '1.10', '1.10'],
  [{ anyOf: [{ type: 'string' }, {}] }, '5', 5],
])('report 10: %j makes of %j', (member, text, value) => {
  expect(valueOfSet('a', text, { properties: { a: member } })).toEqual(value);
});

test('a schema that refers to itself ends', () => {
  const schema = { properties: { a: { $ref: '#/properties/a' } }, allOf: [{ $ref: '#' }] };
  expect(valueOfSet('a', '5', schema)).toBe(5);
  expect(
    valueOfSet('a', '5', {
      $defs: { x: { anyOf: [{ $ref: '#/$defs/x' }] } },
      properties: { a: { $ref: '#/$defs/x' } },
    }),
  ).toBe(5);
});

test.each<[unknown, boolean]>([
  [undefined, false],
  [{ type: 'string' }, false],
  [{ type: ['object', 'string'] }, false],
  [{ type: 'object' }, true],
  [{ type: 'array' }, true],
  [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, true],
  [{ minLength: 1 }, false],
])('report 10: a file is JSON where the schema wants no text: %j', (member, expected) => {
  expect(wantsJson('a', { properties: { a: member } })).toBe(expected);
});
