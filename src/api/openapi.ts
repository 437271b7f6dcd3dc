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

export const transform: SwaggerTransform = (route) => {
  const described = transformRoute(route);
  if (route.route.method !== 'POST' || !TAKE_DEFINITIONS.has(route.url)) return described;
  return { ...described, schema: { ...described.schema, body: DEFINITION } };
};

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
