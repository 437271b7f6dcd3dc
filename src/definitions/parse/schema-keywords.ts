import type { Issue } from '../../ports/catalogues.ts';
import { entriesOf, fieldOf, itemsOf } from '../../text/loose.ts';
import { suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { Subject } from '../schema/subject.ts';
import { SCHEMA_FORMATS } from './schema-formats.ts';

/** Warns of every keyword and format in the schemas of a definition that demands nothing because no reader knows it (R125). */
export function* warnOfSchemas({ document, sketch }: Subject): Generator<Issue> {
  yield* schemaWarnings(fieldOf(document, 'input'), '/input');
  for (const { raw, pointer } of sketch.steps) {
    const schema = fieldOf(fieldOf(fieldOf(raw, 'generator'), 'output'), 'schema');
    yield* schemaWarnings(schema, below(pointer, 'generator', 'output', 'schema'));
    const answer = fieldOf(fieldOf(raw, 'generator'), 'answer');
    yield* schemaWarnings(answer, below(pointer, 'generator', 'answer'));
  }
}

/**
 * Warns of keywords and formats that no reader knows, at any depth of a JSON Schema of draft 2020-12 or an earlier one. `x-…` is anybody's
 * own.
 */
export function* schemaWarnings(schema: unknown, pointer: string): Generator<Issue> {
  for (const [keyword, value] of entriesOf(schema)) {
    const here = below(pointer, keyword);
    if (IN_ONE.has(keyword)) yield* schemaWarnings(value, here);
    else if (IN_EACH.has(keyword))
      for (const [key, child] of entriesOf(value)) yield* schemaWarnings(child, below(here, key));
    else if (!PLAIN.has(keyword) && !keyword.startsWith('x-')) {
      const detail = `"${keyword}" is no keyword of JSON Schema, so it demands nothing.${suggestion(keyword, KNOWN)} What is a note of your own begins with "x-".`;
      yield { pointer: here, code: 'unknown_keyword', detail };
    }
    if (keyword === 'format' && typeof value === 'string' && !Object.hasOwn(SCHEMA_FORMATS, value))
      yield { pointer: here, code: 'unknown_format', detail: unknownFormat(value) };
    if (IN_LIST.has(keyword))
      for (const [index, child] of itemsOf(value).entries()) yield* schemaWarnings(child, below(here, index));
  }
}

/** Levels of a schema that are looked into; one that nests deeper is refused. */
const DEEPEST = 64;

/** A JSON Schema and every schema within it, each with its pointer; what is data, such as the values of `enum`, is not looked into. */
export function* subschemas(
  schema: unknown,
  pointer: string,
  levels: number = DEEPEST,
): Generator<readonly [unknown, string]> {
  yield [schema, pointer];
  if (levels === 0) return;
  for (const [keyword, value] of entriesOf(schema)) {
    const here = below(pointer, keyword);
    if (IN_ONE.has(keyword) && !Array.isArray(value)) yield* subschemas(value, here, levels - 1);
    if (IN_EACH.has(keyword))
      for (const [key, child] of entriesOf(value)) yield* subschemas(child, below(here, key), levels - 1);
    if (IN_LIST.has(keyword))
      for (const [index, child] of itemsOf(value).entries()) yield* subschemas(child, below(here, index), levels - 1);
  }
}

function unknownFormat(format: string): string {
  const names = Object.keys(SCHEMA_FORMATS);
  const begun = format === '' ? undefined : names.find((name) => name.startsWith(format) || format.startsWith(name));
  const near = suggestion(format, names) || (begun === undefined ? '' : ` Did you mean "${begun}"?`);
  return `"${format}" is no format that is checked, so it demands nothing.${near} docs/guards.md lists the formats; "pattern" can say others.`;
}

/** What follows is a schema; of `items` and `contains` also a list of them. */
const IN_ONE: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
/** Schemas by name. */
const IN_EACH: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
/** Schemas in a list. */
const IN_LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
/** What follows is no schema, or a list of them. */
const PLAIN: ReadonlySet<string> = new Set(
  [
    '$anchor $comment $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary id allOf anyOf oneOf prefixItems const',
    'enum type nullable discriminator default deprecated description example examples readOnly title writeOnly',
    'contentEncoding contentMediaType format maxLength minLength pattern exclusiveMaximum exclusiveMinimum maximum',
    'minimum multipleOf maxContains maxItems minContains minItems uniqueItems dependencies dependentRequired',
    'maxProperties minProperties required',
  ].flatMap((line) => line.split(' ')),
);
const KNOWN: readonly string[] = [...PLAIN, ...IN_ONE, ...IN_EACH];
