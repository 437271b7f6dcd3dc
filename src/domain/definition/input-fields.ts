import { fieldOf, itemsOf } from './loose.ts';
import { keysOf } from './pointer.ts';

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
  let here = resolved(schema, schema);
  for (const key of path) {
    const declared = declaredIn(here, key, schema);
    const next = fieldOrItem(value, key);
    if (next !== undefined) value = next;
    else if (declared === undefined || declared.isRequired) return { kind: 'missing' };
    else {
      isDefault = true;
      value = fieldOf(declared.schema, 'default');
    }
    here = declared?.schema;
    if (isDefault && value === undefined) return { kind: 'optional', value: undefined };
  }
  return isDefault ? { kind: 'optional', value } : { kind: 'given', value };
}

/** Whether a closed schema has no place for this path; the first key that it does not know, and those it does. */
export function undeclaredIn(
  schema: unknown,
  path: readonly string[],
): { readonly key: string; readonly known: readonly string[] } | undefined {
  let here = resolved(schema, schema);
  for (const key of path) {
    const declared = declaredIn(here, key, schema);
    if (declared === undefined) {
      const isClosed =
        fieldOf(here, 'additionalProperties') === false && fieldOf(here, 'patternProperties') === undefined;
      return isClosed ? { key, known: Object.keys(Object(fieldOf(here, 'properties'))) } : undefined;
    }
    here = declared.schema;
  }
  return undefined;
}

function declaredIn(schema: unknown, key: string, root: unknown) {
  const property = fieldOf(fieldOf(schema, 'properties'), key);
  if (property === undefined) return undefined;
  return { schema: resolved(property, root), isRequired: itemsOf(fieldOf(schema, 'required')).includes(key) };
}

/** Follows a reference inside the document; how often is bounded, since references may go in circles. */
function resolved(schema: unknown, root: unknown): unknown {
  let found = schema;
  for (let hops = 0; hops < 10; hops += 1) {
    const reference = fieldOf(found, '$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#')) return found;
    found = keysOf(reference.slice(1)).reduce<unknown>(fieldOf, root);
  }
  return undefined;
}

function fieldOrItem(value: unknown, key: string): unknown {
  return Array.isArray(value) && /^\d+$/.test(key) ? value[Number(key)] : fieldOf(value, key);
}
