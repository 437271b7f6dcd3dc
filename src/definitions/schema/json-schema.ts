import { z } from 'zod';
import type { GuardRow } from '../../ports/catalogues.ts';
import { entriesOf, fieldOf, itemsOf } from '../../text/loose.ts';
import { topologyDocuments } from '../topology-document.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema of definitions of every topology as JSON Schema, draft 2020-12: what `/v1/schemas/workflow` serves and editors read. What a guard leaf may write
 * under `with` follows from its `use`, in the words of the catalogue.
 */
export function definitionJsonSchema(guards: readonly GuardRow[]): Schema {
  const { $schema, $defs, ...schema } = ofAll();
  const definitions = Object.fromEntries(
    entriesOf($defs).map(([name, found]) => [name, name === 'GuardLeafDefinition' ? withGuards(found, guards) : found]),
  );
  return { $schema, title: 'dsap workflow definition', type: 'object', ...schema, $defs: definitions };
}

let written: { readonly of: number; readonly as: Schema } | undefined;

/** Of all topologies; written once, which takes ten milliseconds, until there are more of them. */
function ofAll(): Schema {
  const schemas = [...new Set(topologyDocuments().map(({ schema }) => schema))];
  if (written?.of !== schemas.length) {
    const as = z.toJSONSchema(z.union(schemas), { target: 'draft-2020-12', io: 'input' });
    written = { of: schemas.length, as };
  }
  return written.as;
}

function withGuards(leaf: unknown, guards: readonly GuardRow[]): Schema {
  const properties = Object.fromEntries(entriesOf(fieldOf(leaf, 'properties')));
  const use = { description: fieldOf(properties['use'], 'description'), anyOf: guards.map(nameOf) };
  return { ...Object.fromEntries(entriesOf(leaf)), properties: { ...properties, use }, allOf: guards.map(optionsOf) };
}

function nameOf({ name, title, description }: GuardRow): Schema {
  return { const: name, ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

/** Of a leaf that uses this guard. */
function optionsOf({ name, schema }: GuardRow): Schema {
  const { $schema: _, ...options } = Object.fromEntries(entriesOf(schema));
  // What it refers to lies in the guard's own schema, not in the whole.
  const own = JSON.stringify(options).includes('"$ref"') ? { $id: `urn:dsap:guard:${name}`, ...options } : options;
  const isNeeded = itemsOf(options['required']).length > 0;
  // With `else` for `then`: an object with a field of that name looks like a promise.
  return {
    if: { not: { properties: { use: { const: name } }, required: ['use'] } },
    else: { properties: { with: own }, ...(isNeeded && { required: ['with'] }) },
  };
}
