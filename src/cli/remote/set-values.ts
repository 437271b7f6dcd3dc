import { resolveReference } from '../../expressions/scope/input-fields.ts';
import { numberOfText } from '../../text/exact-json.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { readJson } from '../../text/parse-json.ts';

/**
 * Returns what `--set name=text` stands for. Where the schema of the input allows a text, it is the text. Where the schema wants another kind, it is
 * JSON, whose numbers keep their digits. Where the schema does not tell, it is JSON only if that prints back the same: `5`, `true`, `null` and what
 * stands in brackets, but neither `1.10` nor `00912` nor `12e4567`.
 */
export function valueOfSet(name: string, text: string, schema: unknown): unknown {
  const members = membersOf(schema, name, schema);
  const kinds = kindsOfAll(members, schema);
  if (kinds === undefined) return isSameWhenPrinted(text) ? jsonOf(text) : text;
  if (!kinds.has('string')) return jsonOf(text);
  const choices = members.flatMap((member) => choicesOf(member, schema));
  return choices.includes(text) ? text : (choices.find((one) => JSON.stringify(one) === text) ?? text);
}

/** Whether the text of a file that `--set name=@file` names is to be read as JSON: only where the schema wants another kind than a text. */
export function wantsJson(name: string, schema: unknown): boolean {
  const kinds = kindsOfAll(membersOf(schema, name, schema), schema);
  return kinds !== undefined && !kinds.has('string');
}

/** Whether the schema can change what a text stands for; if not, nobody needs to look it up. */
export function dependsOnSchema(text: string): boolean {
  return text.startsWith('@') || jsonOf(text) !== text;
}

/** What is no JSON, or has a key twice, stays text, which the service refuses where it wants another kind. */
function jsonOf(text: string): unknown {
  const parsed = readJson(text);
  return 'document' in parsed && parsed.issues === undefined ? parsed.document : text;
}

/** Of lists and maps the digits are kept, and spaces may differ; a number is one only if a double writes it alike. */
function isSameWhenPrinted(text: string): boolean {
  if (/^\s*[[{]/.test(text)) return true;
  if (/^-?\d/.test(text)) return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && typeof numberOfText(text) === 'number';
  return JSON.stringify(jsonOf(text)) === text;
}

/** Kinds of JSON values; whole numbers are numbers. */
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
type Kinds = ReadonlySet<Kind>;

/** References that lead in circles end here. */
const DEEPEST = 12;

/** The schemas that a JSON Schema has for a member of an object. */
function membersOf(schema: unknown, name: string, root: unknown, depth = 0): readonly unknown[] {
  if (depth > DEEPEST) return [];
  const here = resolveReference(schema, root);
  const own = fieldOf(fieldOf(here, 'properties'), name);
  const others = own === undefined ? fieldOf(here, 'additionalProperties') : undefined;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => itemsOf(fieldOf(here, keyword)));
  return [
    ...(own === undefined ? [] : [own]),
    ...(typeof others === 'object' && others !== null ? [others] : []),
    ...parts.flatMap((part) => membersOf(part, name, root, depth + 1)),
  ];
}

/** The kinds that one of the schemas allows; undefined where one does not tell, or there is none. */
function kindsOfAll(schemas: readonly unknown[], root: unknown, depth = 0): Kinds | undefined {
  const all = schemas.map((schema) => kindsOf(schema, root, depth));
  const told = all.filter((kinds) => kinds !== undefined);
  return all.length === 0 || told.length < all.length ? undefined : new Set(told.flatMap((kinds) => [...kinds]));
}

/** The kinds of values that a schema allows, as far as `type`, `enum`, `const`, combinations and references within it tell. */
function kindsOf(written: unknown, root: unknown, depth: number): Kinds | undefined {
  if (depth > DEEPEST) return undefined;
  const schema = resolveReference(written, root);
  const either = ['anyOf', 'oneOf'].map((keyword) => kindsOfAll(itemsOf(fieldOf(schema, keyword)), root, depth + 1));
  const every = itemsOf(fieldOf(schema, 'allOf')).map((part) => kindsOf(part, root, depth + 1));
  const [first, ...more] = [typesOf(schema), kindsListed(schema), ...either, ...every].filter(
    (kinds) => kinds !== undefined,
  );
  return first && new Set([...first].filter((kind) => more.every((kinds) => kinds.has(kind))));
}

function typesOf(schema: unknown): Kinds | undefined {
  const types = [fieldOf(schema, 'type') ?? []].flat().filter((type) => typeof type === 'string');
  if (types.length === 0) return undefined;
  return new Set(types.flatMap((type) => KINDS[type] ?? []));
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
  array: 'array',
};

function kindsListed(schema: unknown): Kinds | undefined {
  const values = valuesOf(schema);
  return values === undefined ? undefined : new Set(values.map(kindOf));
}

/** What `enum` or `const` lists. */
function valuesOf(schema: unknown): readonly unknown[] | undefined {
  const only = fieldOf(schema, 'const');
  const values = only === undefined ? fieldOf(schema, 'enum') : [only];
  return Array.isArray(values) ? values : undefined;
}

function choicesOf(written: unknown, root: unknown, depth = 0): readonly unknown[] {
  if (depth > DEEPEST) return [];
  const schema = resolveReference(written, root);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => itemsOf(fieldOf(schema, keyword)));
  return [...(valuesOf(schema) ?? []), ...parts.flatMap((part) => choicesOf(part, root, depth + 1))];
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return KINDS[typeof value] ?? 'number';
}
