import type { Issue } from '../../ports/catalogues.ts';
import { entriesOf, fieldOf, itemsOf } from '../../text/loose.ts';
import { suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { Subject } from '../schema/subject.ts';

/** A keyword that nobody knows is ignored by whoever reads the schema (R125). */
export function* warnOfSchemas({ document, sketch }: Subject): Generator<Issue> {
  yield* unknownKeywords(fieldOf(document, 'input'), '/input');
  for (const { raw, pointer } of sketch.steps) {
    const schema = fieldOf(fieldOf(fieldOf(raw, 'generator'), 'output'), 'schema');
    yield* unknownKeywords(schema, below(pointer, 'generator', 'output', 'schema'));
    const answer = fieldOf(fieldOf(raw, 'generator'), 'answer');
    yield* unknownKeywords(answer, below(pointer, 'generator', 'answer'));
  }
}

/** Keywords of a JSON Schema, draft 2020-12, and of its earlier drafts, that no reader knows, at any depth; `x-…` is anybody's own. */
export function* unknownKeywords(schema: unknown, pointer: string): Generator<Issue> {
  for (const [keyword, value] of entriesOf(schema)) {
    const here = below(pointer, keyword);
    if (IN_ONE.has(keyword)) yield* unknownKeywords(value, here);
    else if (IN_EACH.has(keyword))
      for (const [key, child] of entriesOf(value)) yield* unknownKeywords(child, below(here, key));
    else if (!PLAIN.has(keyword) && !keyword.startsWith('x-')) {
      const detail = `"${keyword}" is no keyword of JSON Schema, so it demands nothing.${suggestion(keyword, KNOWN)} What is a note of your own begins with "x-".`;
      yield { pointer: here, code: 'unknown_keyword', detail };
    }
    if (IN_LIST.has(keyword))
      for (const [index, child] of itemsOf(value).entries()) yield* unknownKeywords(child, below(here, index));
  }
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
