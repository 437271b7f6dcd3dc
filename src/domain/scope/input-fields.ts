import { fieldOf, itemsOf } from '../definition/loose.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The input as expressions see it (R109): a field that its schema declares and does not require, and that is not there, is its `default`,
 * else `null`. Objects below are filled alike. What is no object stays as it is.
 */
export function filledInput(input: unknown, schema: unknown): unknown {
  return filled(input, schema, schema, 0);
}

const MAX_DEPTH = 32;

function filled(value: unknown, written: unknown, root: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MAX_DEPTH) return value;
  const fields = declaredFields(written, root);
  if (fields === undefined) return value;
  const found: [string, unknown][] = Object.entries(value).map(([key, item]) => [
    key,
    filled(item, fields.properties.get(key), root, depth + 1),
  ]);
  for (const [key, schema] of fields.properties) {
    if (Object.hasOwn(value, key) || fields.required.has(key)) continue;
    found.push([key, fieldOf(resolved(schema, root), 'default') ?? null]);
  }
  return Object.fromEntries(found);
}

interface Declared {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** No other field is taken. */
  readonly isClosed: boolean;
}

/** The fields that a schema declares for an object, those of `allOf` too; undefined where it declares none. */
export function declaredFields(written: unknown, root: unknown, depth = 0): Declared | undefined {
  const schema = resolved(written, root);
  const parts = depth > MAX_DEPTH ? [] : itemsOf(fieldOf(schema, 'allOf'));
  const below = parts.flatMap((part) => declaredFields(part, root, depth + 1) ?? []);
  const own: Fields | undefined = asFields(fieldOf(schema, 'properties'));
  const isClosed = isShut(fieldOf(schema, 'additionalProperties'), schema) || below.some((part) => part.isClosed);
  if (own === undefined && below.length === 0 && !isClosed) return undefined;
  return {
    properties: new Map([...below.flatMap(({ properties }) => [...properties]), ...Object.entries(own ?? {})]),
    required: new Set([
      ...below.flatMap(({ required }) => [...required]),
      ...itemsOf(fieldOf(schema, 'required')).filter((name) => typeof name === 'string'),
    ]),
    isClosed,
  };
}

/** Fields by pattern are fields as well; what is not evaluated may be evaluated elsewhere. */
function isShut(additional: unknown, schema: unknown): boolean {
  const has = (keyword: string) => fieldOf(schema, keyword) !== undefined;
  const isClosed = fieldOf(schema, 'unevaluatedProperties') === false && !ELSEWHERE.some(has);
  return (additional === false || isClosed) && !has('patternProperties');
}

const ELSEWHERE = ['anyOf', 'oneOf', 'if', 'dependentSchemas'];

/** What a reference within the document leads to; a schema that is none stays. */
function resolved(schema: unknown, root: unknown): unknown {
  let found = schema;
  for (let hops = 0; hops < MAX_DEPTH; hops += 1) {
    const reference = fieldOf(found, '$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#')) return found;
    found = reference
      .slice(1)
      .split('/')
      .filter((part) => part !== '')
      .reduce<unknown>((at, part) => fieldOf(at, part.replaceAll('~1', '/').replaceAll('~0', '~')), root);
  }
  return found;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
