import { z } from 'zod';

/** The schemas that the OpenAPI document names under `components`; their own registry, so that nothing else slips in. */
export const components = z.registry<{ id: string; description?: string }>();

/** Names a schema in the OpenAPI document. */
export function component<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  components.add(schema, { id });
  return schema;
}
