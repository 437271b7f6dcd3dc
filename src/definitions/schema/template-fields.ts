import type { z } from 'zod';
import { entriesOf, type Found, fieldOf, itemsOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';

/** The keyword of a JSON Schema that says: this text is a template (R113). */
const TEMPLATE_KEYWORD = 'x-template';

/** A place inside a value; `*` stands for every key or index. */
export type FieldPath = readonly string[];

/**
 * Says of a text field that it is a template (R113). The schemas so marked are the one table of templates: what is substituted, the data
 * edges (R64), JSON Schema, `/v1/guards`, `/v1/generators` and the docs are all read from them.
 */
export function template<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  return schema.meta({ description, [TEMPLATE_KEYWORD]: true });
}

/** Where in a value of this JSON Schema there are templates. */
export function templatePaths(schema: unknown): readonly FieldPath[] {
  const seen = new Set<string>();
  return pathsIn(schema).filter((path) => !seen.has(path.join('/')) && seen.add(path.join('/')));
}

function pathsIn(schema: unknown): readonly FieldPath[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (fieldOf(schema, TEMPLATE_KEYWORD) === true) return [[]];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => itemsOf(fieldOf(schema, keyword)));
  const every = [fieldOf(schema, 'items'), fieldOf(schema, 'additionalProperties')];
  return [
    ...branches.flatMap(pathsIn),
    ...every.flatMap((child) => pathsIn(child).map((path) => ['*', ...path])),
    ...entriesOf(fieldOf(schema, 'properties')).flatMap(([key, child]) => pathsIn(child).map((path) => [key, ...path])),
  ];
}

/** The texts of a value at these places, with pointers under `pointer`. */
export function textsAt(value: unknown, pointer: string, paths: readonly FieldPath[]): readonly Found[] {
  return paths.flatMap((path) => textsOn(value, pointer, path));
}

function textsOn(value: unknown, pointer: string, [key, ...rest]: FieldPath): readonly Found[] {
  if (key === undefined) return typeof value === 'string' ? [{ value, pointer }] : [];
  if (key !== '*') return textsOn(fieldOf(value, key), below(pointer, key), rest);
  const children = Array.isArray(value) ? [...value.entries()] : entriesOf(value);
  return children.flatMap(([name, child]) => textsOn(child, below(pointer, name), rest));
}

/** The value with the texts at these places replaced. */
export function mapTexts(value: unknown, paths: readonly FieldPath[], render: (text: string) => string): unknown {
  return paths.reduce((whole, path) => replaced(whole, path, render), value);
}

function replaced(value: unknown, [key, ...rest]: FieldPath, render: (text: string) => string): unknown {
  if (key === undefined) return typeof value === 'string' ? render(value) : value;
  const isMeant = (name: string) => key === '*' || key === name;
  if (Array.isArray(value)) {
    return value.map((child, index) => (isMeant(String(index)) ? replaced(child, rest, render) : child));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    entriesOf(value).map(([name, child]) => [name, isMeant(name) ? replaced(child, rest, render) : child]),
  );
}
