import { fieldOf, itemsOf } from '../../text/loose.ts';
import { EVERY } from '../names-in.ts';
import { isObject } from '../values.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The input as expressions see it (R109): a field that its schema declares and does not require, and that is not there, is its `default`,
 * else `null`. Objects below are filled alike, in lists too. What is neither stays as it is.
 */
export function filledInput(input: unknown, schema: unknown): unknown {
  return filled(input, schema, schema, 0);
}

const MAX_DEPTH = 32;

function filled(value: unknown, written: unknown, root: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = itemsSchema(written, root);
    return items === undefined ? value : value.map((item) => filled(item, items, root, depth + 1));
  }
  if (!isObject(value)) return value;
  const fields = declaredFields(written, root);
  if (fields === undefined) return value;
  const found: [string, unknown][] = Object.entries(value).map(([key, item]) => [
    key,
    filled(item, fields.properties.get(key), root, depth + 1),
  ]);
  for (const [key, schema] of fields.properties) {
    if (Object.hasOwn(value, key) || fields.required.has(key)) continue;
    found.push([key, fieldOf(resolveReference(schema, root), 'default') ?? null]);
  }
  return Object.fromEntries(found);
}

/** What an input has at a dotted path, seen with the JSON Schema of the input. */
export type InputField =
  | { readonly kind: 'given'; readonly value: unknown }
  /** The schema declares it and does not require it. */
  | { readonly kind: 'optional'; readonly value: unknown }
  | { readonly kind: 'missing' };

/** Reads an input by its path, without the root `input`; of an absent field that may be absent, its `default` (R113). */
export function inputField(input: unknown, path: readonly string[], schema: unknown): InputField {
  let value = input;
  let isDefault = false;
  let here: unknown = schema;
  for (const key of path) {
    const fields = declaredFields(here, schema);
    const next = fieldOrItem(value, key);
    here = Array.isArray(value) ? itemsSchema(here, schema) : fields?.properties.get(key);
    if (next !== undefined) {
      value = next;
      continue;
    }
    if (!fields?.properties.has(key) || fields.required.has(key)) return { kind: 'missing' };
    isDefault = true;
    value = fieldOf(resolveReference(here, schema), 'default');
    if (value === undefined) return { kind: 'optional', value };
  }
  return { kind: isDefault ? 'optional' : 'given', value };
}

/**
 * Whether a closed schema has no place for this path, in which `EVERY` and a number stand for entries of a list; the first key that it
 * does not know, and those it does.
 */
export function undeclaredIn(
  schema: unknown,
  path: readonly string[],
): { readonly key: string; readonly known: readonly string[] } | undefined {
  let here = schema;
  for (const key of path) {
    const fields = declaredFields(here, schema);
    const items = fields === undefined && isEntry(key) ? itemsSchema(here, schema) : undefined;
    if (items !== undefined) {
      here = items;
      continue;
    }
    if (fields?.properties.has(key) !== true)
      return fields?.isClosed === true ? { key, known: [...fields.properties.keys()] } : undefined;
    here = fields.properties.get(key);
  }
  return undefined;
}

function isEntry(key: string): boolean {
  return key === EVERY || /^\d+$/.test(key);
}

/** The schema of the entries of a list. */
function itemsSchema(written: unknown, root: unknown): unknown {
  return fieldOf(resolveReference(written, root), 'items');
}

interface Declared {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** No other field is taken. */
  readonly isClosed: boolean;
}

/** The fields that a schema declares for an object, those of `allOf` too; undefined where it declares none. */
export function declaredFields(written: unknown, root: unknown, depth = 0): Declared | undefined {
  const schema = resolveReference(written, root);
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

/** Returns what a reference within the document leads to; a schema that is none stays. */
export function resolveReference(schema: unknown, root: unknown): unknown {
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

function fieldOrItem(value: unknown, key: string): unknown {
  return Array.isArray(value) && /^\d+$/.test(key) ? value[Number(key)] : fieldOf(value, key);
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
