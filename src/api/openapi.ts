import type { SwaggerTransform } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { components } from './components.ts';

/** Components have a registry of their own; the descriptions of their parts are in zod's. */
const SCHEMAS: Parameters<typeof createJsonSchemaTransform>[0] = {
  schemaRegistry: components,
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) => {
      const description = z.globalRegistry.get(zodSchema)?.description;
      if (description !== undefined) jsonSchema.description ??= description;
    },
  },
};

const transformRoute = createJsonSchemaTransform(SCHEMAS);
const addComponents = createJsonSchemaTransformObject(SCHEMAS);

/** Routes whose body is read as text and checked by rules of its own, so that it has no schema to show. */
const TAKE_DEFINITIONS = new Set(['/v1/workflows', '/v1/workflows/validate']);
const DEFINITION = { type: 'object', description: 'A definition; its JSON Schema is at /v1/schemas/workflow.' };

/** Headers that hooks and routes read by themselves, by method and address. */
const HEADERS: readonly { readonly of: RegExp; readonly name: string; readonly description: string }[] = [
  { of: /^POST /, name: 'Idempotency-Key', description: 'The same key and body again: the first answer again (R56).' },
  {
    of: /^GET \/v1\/(runs\/:id(\/graph)?|artifacts\/:aid\/content)$/,
    name: 'If-None-Match',
    description: 'An ETag: 304 while it still holds.',
  },
  {
    of: /^PATCH \/v1\/runs\/:id\/budget$/,
    name: 'If-Match',
    description: 'The ETag of the run that was looked at: 412 when it has moved on.',
  },
  {
    of: /^GET \/v1\/runs\/:id\/events$/,
    name: 'Last-Event-ID',
    description: 'The seq of the last event that a stream has shown; it goes on after that.',
  },
];

export const transform: SwaggerTransform = (route) => {
  const { schema, url } = transformRoute(route);
  const { method } = route.route;
  const takesDefinition = method === 'POST' && TAKE_DEFINITIONS.has(route.url);
  const headers = headersOf(`${String(method)} ${route.url}`);
  return { schema: { ...schema, ...(takesDefinition && { body: DEFINITION }), ...(headers && { headers }) }, url };
};

function headersOf(route: string) {
  const read = HEADERS.filter(({ of }) => of.test(route));
  if (read.length === 0) return undefined;
  const properties = read.map(({ name, description }) => [name, { type: 'string', description }]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Every component is made in the form that comes in and the form that goes out; those that nothing uses are left out. */
export const transformObject: typeof addComponents = (document) => {
  const described = addComponents(document);
  const schemas = 'components' in described ? (described.components?.schemas ?? {}) : {};
  const text = JSON.stringify(described);
  for (const name of Object.keys(schemas)) {
    if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
  return described;
};
