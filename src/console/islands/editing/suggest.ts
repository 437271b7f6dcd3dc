import { entriesOf, fieldOf, itemsOf } from '../../../text/loose.ts';
import type { WritingPlace } from './place.ts';

export interface Suggestion {
  readonly label: string;
  readonly about: string | undefined;
}

/** What the JSON Schema of definitions lets stand at a place. */
export function suggestionsAt(schema: unknown, { path, is, use }: WritingPlace): readonly Suggestion[] {
  const root: Root = { schema, use };
  let here = expanded(root, [schema]);
  for (const key of path)
    here = expanded(
      root,
      here.flatMap((each) => below(each, key)),
    );
  const found = is === 'key' ? here.flatMap(namesIn) : here.flatMap(valuesIn);
  return [...new Map(found.map((each) => [each.label, each])).values()];
}

interface Root {
  readonly schema: unknown;
  /** The guard that is named beside `with`. */
  readonly use: string | undefined;
}

/** The schemas with all that they are made of: references, alternatives, parts, and the options of the guard that is named. */
function expanded(root: Root, schemas: readonly unknown[]): readonly unknown[] {
  const found = new Set<unknown>();
  const add = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null || found.has(schema)) return;
    found.add(schema);
    const ref = fieldOf(schema, '$ref');
    if (typeof ref === 'string') add(referred(root.schema, ref));
    for (const word of ['anyOf', 'oneOf', 'allOf']) itemsOf(fieldOf(schema, word)).forEach(add);
    if (isOfGuard(schema, root.use)) add(fieldOf(schema, 'else'));
  };
  schemas.forEach(add);
  return [...found];
}

function referred(root: unknown, ref: string): unknown {
  const [, ...keys] = ref.split('/');
  return keys.reduce((schema: unknown, key) => fieldOf(schema, key.replaceAll('~1', '/').replaceAll('~0', '~')), root);
}

/** The schema says of each guard: if it is not the one that is named …, else its options. */
function isOfGuard(schema: unknown, use: string | undefined): boolean {
  const named = fieldOf(fieldOf(fieldOf(fieldOf(fieldOf(schema, 'if'), 'not'), 'properties'), 'use'), 'const');
  return use !== undefined && named === use;
}

function below(schema: unknown, key: string): readonly unknown[] {
  if (key === '-') return [fieldOf(schema, 'items')];
  const own = fieldOf(fieldOf(schema, 'properties'), key);
  return [own ?? fieldOf(schema, 'additionalProperties')];
}

function namesIn(schema: unknown): readonly Suggestion[] {
  return entriesOf(fieldOf(schema, 'properties')).map(([label, inner]) => ({ label, about: aboutOf(inner) }));
}

function valuesIn(schema: unknown): readonly Suggestion[] {
  const values = [
    ...itemsOf(fieldOf(schema, 'enum')),
    ...[fieldOf(schema, 'const')].filter((each) => each !== undefined),
  ];
  const truths = fieldOf(schema, 'type') === 'boolean' ? [true, false] : [];
  return [...values, ...truths].map((value) => ({ label: String(value), about: aboutOf(schema) }));
}

function aboutOf(schema: unknown): string | undefined {
  const words = fieldOf(schema, 'description') ?? fieldOf(schema, 'title');
  return typeof words === 'string' ? words : undefined;
}
