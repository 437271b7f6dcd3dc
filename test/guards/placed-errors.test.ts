// Pure: where the guards that look into JSON say that their errors are, for `recovery.repair` (R130).
import { expression } from '../../src/guards/text/expression.ts';
import { jsonSchema } from '../../src/guards/text/json-schema.ts';
import { fieldOf, itemsOf } from '../../src/text/loose.ts';
import { aContext } from './a-context.ts';

type Schema = Parameters<typeof jsonSchema.evaluate>[0]['schema'];

const placesIn = (data: unknown) => itemsOf(fieldOf(data, 'errors')).map((error) => fieldOf(error, 'pointer'));

async function schemaPlaces(schema: Schema, value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return placesIn((await jsonSchema.evaluate({ schema }, aContext(text))).data);
}

const of = (properties: Record<string, unknown>, more: object = {}) => ({ type: 'object', properties, ...more });

describe('json-schema', () => {
  test.each<[string, Schema, unknown, readonly unknown[]]>([
    ['a wrong value', of({ a: { type: 'number' } }), { a: 'x' }, ['/a']],
    ['an item of a list', of({ l: { items: { type: 'number' } } }), { l: [1, 'x', 2, 'y'] }, ['/l/1', '/l/3']],
    ['a name with a slash and a tilde', of({ 'a/b~c': { type: 'number' } }), { 'a/b~c': '' }, ['/a~1b~0c']],
    ['a missing property: the property', of({ s: of({}, { required: ['x', 'y/z'] }) }), { s: {} }, ['/s/x', '/s/y~1z']],
    ['one that another demands', of({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, ['/b']],
    ['one too many: its object', of({ s: of({}, { additionalProperties: false }) }), { s: { x: 1 } }, ['/s']],
    ['one too many at the root: the whole', of({}, { additionalProperties: false }), { x: 1 }, ['']],
    ['one that was not evaluated', of({ s: of({}, { unevaluatedProperties: false }) }), { s: { x: 1 } }, ['/s']],
    ['one that must not be there: its object', of({ s: of({ x: false }) }), { s: { x: 1 } }, ['/s']],
    [
      'a name that does not fit: its object',
      of({ s: of({}, { propertyNames: { maxLength: 1 } }) }),
      { s: { xy: 1 } },
      ['/s', '/s'],
    ],
    ['too few and equal items: the list', of({ l: { minItems: 3, uniqueItems: true } }), { l: [1, 1] }, ['/l', '/l']],
    [
      'an item behind the last allowed one: the list',
      of({ l: { prefixItems: [true], items: false } }),
      { l: [1, 2] },
      ['/l'],
    ],
    [
      'a condition: what its branch says',
      of({ a: true }, { if: of({ a: { const: 2 } }), else: { required: ['b'] } }),
      { a: 1 },
      ['/b'],
    ],
    [
      'alternatives: what they stand for, too',
      of({ a: { anyOf: [{ type: 'number' }, of({ n: { type: 'number' } })] } }),
      { a: { n: '' } },
      ['/a', '/a/n', '/a'],
    ],
    ['what must not hold', of({ a: { not: { const: 1 } } }), { a: 1 }, ['/a']],
    ['a number that a double cannot keep', of({ id: { maximum: 1 } }), '{"id": 9007199254740993}', ['/id']],
    ['no JSON', of({}), 'words', []],
  ])('R130: %s', async (_, schema, value, places) => {
    expect(await schemaPlaces(schema, value)).toEqual(places);
  });

  test('R130: each error says what is wrong in its place', async () => {
    const { data } = await jsonSchema.evaluate({ schema: of({ a: { minimum: 2 } }) }, aContext('{"a": 1.10}'));
    expect(data).toEqual({ errors: [{ pointer: '/a', detail: 'must be >= 2, not 1.10' }] });
  });

  test('R130: more than twenty errors, or very long pointers, are no places', async () => {
    const schema = { type: 'array', items: { type: 'number' } };
    expect(
      await schemaPlaces(
        schema,
        Array.from({ length: 21 }, () => 'x'),
      ),
    ).toEqual([]);
    expect(
      await schemaPlaces(
        schema,
        Array.from({ length: 20 }, () => 'x'),
      ),
    ).toHaveLength(20);
    const long = { additionalProperties: { type: 'number' } };
    expect(await schemaPlaces(long, { ['k'.repeat(20_000)]: 'x' })).toEqual([]);
  });
});

describe('expression', () => {
  const places = async (expr: string, text: string) =>
    placesIn((await expression.evaluate({ expr }, aContext(text))).data);

  test.each([
    ['artifact.net + artifact.tax == artifact.total', ['/net', '/tax', '/total']],
    ['sum(artifact.lines[*].net) == artifact.total', ['/lines', '/total']],
    ["all(artifact.lines, 'it.net > 5')", ['/lines']],
    ['artifact["a/b"].c == 3', ['/a~1b/c']],
    ['artifact.lines[0].net == 5', ['/lines/0/net']],
    ['artifact.missing == 5', ['/missing']],
    ['len(artifact) == 9', ['']],
    ['text == "x"', []],
  ])('R130: %s compares these places', async (expr, expected) => {
    const text = '{"net": 1, "tax": 1, "total": 3, "lines": [{"net": 1}], "a/b": {"c": 1}}';
    expect(await places(expr, text)).toEqual(expected);
  });

  test('R130: each place says what was compared', async () => {
    const { data } = await expression.evaluate(
      { expr: 'artifact.total == 2', message: 'The total is wrong.' },
      aContext('{"total": 3}'),
    );
    expect(data).toEqual({
      errors: [{ pointer: '/total', detail: 'The total is wrong. artifact.total is 3, not 2: the difference is 1.' }],
    });
  });

  test('R130: what no other artifact could mend has no places', async () => {
    expect(await places('input.nothing == artifact.net', '{"net": 1}')).toEqual([]);
  });
});
