import { fieldsOfInput } from '../../src/console/pages/start/schema-fields.ts';
import { inputFrom } from '../../src/console/pages/start/typed-input.ts';
import { limitsIn } from '../../src/console/parts/fields.ts';
import { ExactNumber, stringifyJson } from '../../src/text/exact-json.ts';

const fields = fieldsOfInput({
  properties: {
    id: { type: 'integer', default: new ExactNumber('7300000000000000001') },
    unit: { enum: [new ExactNumber('1.10'), 2] },
    more: {},
  },
});

const inputOf = (typed: Record<string, string>) =>
  stringifyJson(inputFrom(fields, (pointer) => typed[pointer.slice(1)] ?? '').input);

test.each([
  ['7300000000000000001', '7300000000000000001'],
  ['1.10', '1.10'],
  [' -0.50 ', '-0.50'],
  ['1e3', '1e3'],
  ['1e400', '1e400'],
  ['.5', '0.5'],
  ['-.5', '-0.5'],
  ['0', '0'],
  ['007', '7'],
  ['0x10', '"0x10"'],
  ['Infinity', '"Infinity"'],
  ['1,10', '"1,10"'],
  ['true', '"true"'],
])('report 9: %s that is typed into a field for a number is sent as %s', (typed, sent) => {
  expect(inputOf({ id: typed })).toBe(`{"id":${sent}}`);
});

test('report 9: choices, defaults and JSON keep the digits that they are written with', () => {
  expect(fields[0]?.initial).toBe('7300000000000000001');
  expect(fields[1]).toMatchObject({ values: ['1.10', '2'] });
  expect(inputOf({ unit: '1.10', more: '{"a": [1.50]}' })).toBe('{"unit":1.10,"more":{"a":[1.50]}}');
});

test('report 9: a limit that a double cannot keep is sent as it was typed, so that it is refused', () => {
  expect(stringifyJson(limitsIn({ maxTokens: '9007199254740993', maxCostUsd: '2.50' }))).toBe(
    '{"maxTokens":9007199254740993,"maxCostUsd":2.50}',
  );
});
