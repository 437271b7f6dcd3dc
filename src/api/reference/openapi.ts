import type { SwaggerTransform } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { definitionJsonSchema } from '../../definitions/schema/json-schema.ts';
import { components } from './components.ts';
import { referenceOf } from './reference.ts';

/** What zod's own registry holds beside the registry of components. */
const SAID = ['description', 'format', 'pattern'] as const;

/** Components have a registry of their own; what is said of their parts is in zod's. */
const SCHEMAS: Parameters<typeof createJsonSchemaTransform>[0] = {
  schemaRegistry: components,
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) => {
      const said = z.globalRegistry.get(zodSchema) ?? {};
      for (const name of SAID) if (typeof said[name] === 'string') jsonSchema[name] ??= said[name];
    },
  },
};

const transformRoute = createJsonSchemaTransform(SCHEMAS);
const addComponents = createJsonSchemaTransformObject(SCHEMAS);

/** Routes whose body is read as text and checked by rules of its own, so that it has no schema to show. */
const TAKE_DEFINITIONS = new Set(['/v1/workflows', '/v1/workflows/validate', '/v1/workflows/graph']);
const DEFINITION = { $ref: '#/components/schemas/WorkflowDefinition' };

/** Headers that hooks and routes read by themselves, by method and address. */
const HEADERS: readonly {
  readonly of: RegExp;
  readonly name: string;
  readonly pattern?: string;
  readonly description: string;
}[] = [
  {
    of: /^POST (?!\/v1\/session$)/,
    name: 'Idempotency-Key',
    pattern: '^[!-~]{1,255}$',
    description: 'The same key and body again: the first answer again (R56).',
  },
  {
    of: /^GET \/v1\/(runs\/:id(\/graph)?|artifacts\/:aid\/content)$/,
    name: 'If-None-Match',
    description: 'An ETag: 304 while it still holds.',
  },
  {
    of: /^(PATCH \/v1\/runs\/:id\/budget|POST \/v1\/runs\/:id\/(fork|redirect))$/,
    name: 'If-Match',
    description: 'The ETag of the run that was looked at: 412 when it has moved on.',
  },
  {
    of: /^GET \/v1\/feed$/,
    name: 'Last-Event-ID',
    description: 'The last id that a stream has sent; it goes on after that.',
  },
  {
    of: /^GET \/v1\/runs\/.*\/text$/,
    name: 'Last-Event-ID',
    pattern: '^([0-9]{1,9}(-[1-9][0-9]{0,8})?)?$',
    description: 'The last id that a stream has sent: the byte from which it goes on.',
  },
  {
    of: /^GET \/v1\/runs\/:id\/(events|overview)$/,
    name: 'Last-Event-ID',
    pattern: '^[0-9]{0,15}$',
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
  const properties = read.map(({ name, description, pattern }) => [
    name,
    { type: 'string', description, ...(pattern !== undefined && { pattern }) },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Adds the components, that of definitions too, and what routes do not say themselves. */
export const transformObject: typeof addComponents = (document) => {
  const described = addComponents(document);
  return Object.assign(described, referenceOf(described, definitionSchemas()));
};

/**
 * Definitions by their outermost fields. What is in those is in the JSON Schema of definitions, which goes round in circles where guards
 * are made of guards: generators of clients cannot follow it.
 */
function definitionSchemas(): Readonly<Record<string, unknown>> {
  const { title, anyOf } = JsonSchema.parse(definitionJsonSchema([]));
  const properties = Object.assign({}, ...anyOf.map((document) => document.properties).toReversed());
  const description = `A ${title}; its whole JSON Schema is at /v1/schemas/workflow.`;
  return { WorkflowDefinition: { type: 'object', description, properties } };
}

const Field = z
  .object({ type: z.string().optional(), description: z.string().optional() })
  .transform((field) => ({ ...field, ...(field.type === 'array' && { items: {} }) }));
const JsonSchema = z.object({
  title: z.string(),
  anyOf: z.array(z.object({ properties: z.record(z.string(), Field) })),
});
