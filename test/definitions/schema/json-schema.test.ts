import { Ajv2020 } from 'ajv/dist/2020.js';
import '../../../src/topologies/documents.ts';
import { definitionJsonSchema } from '../../../src/definitions/schema/json-schema.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { aDefinition, aStep } from '../makers.ts';

const schema = definitionJsonSchema(createGuardRegistry({ sim: true }).list());
const validate = new Ajv2020({ strict: false, formats: { duration: true } }).compile(schema);

test.each([
  ['the smallest definition', aDefinition(), true],
  ['a guard that nests', aDefinition({ steps: [aStep('a', { guard: { all: [{ any: [{ use: 'json' }] }] } })] }), true],
  ['an unknown field', aDefinition({ nme: 1 }), false],
  [
    'an unknown field deep inside',
    aDefinition({ steps: [aStep('a', { guard: { all: [{ use: 'json', x: 1 }] } })] }),
    false,
  ],
  ['an empty composite', aDefinition({ steps: [aStep('a', { guard: { all: [] } })] }), false],
])('api 1: the published schema says the same of %s', (_, document, valid) => {
  expect(validate(document)).toBe(valid);
});

test('api 1: it is draft 2020-12, and every field of a definition and of a step says what it is', () => {
  expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(undescribed(schema, '')).toEqual([]);
});

/** Pointers of properties that carry no description, neither themselves nor where they refer to. */
function undescribed(node: unknown, pointer: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => {
    if (key === 'if' || key === 'examples') return [];
    const here = `${pointer}/${key}`;
    const silent = pointer.endsWith('/properties') && typeof child === 'object' && !saysWhat(child);
    return [...(silent ? [here] : []), ...undescribed(child, here)];
  });
}

function saysWhat(property: object): boolean {
  return 'description' in property || '$ref' in property;
}
