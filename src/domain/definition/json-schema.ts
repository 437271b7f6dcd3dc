import { z } from 'zod';
import { machineSchema } from '../machine/document.ts';
import { definitionSchema } from './definition.ts';

/** The schema of definitions as JSON Schema, draft 2020-12: what `/v1/schemas/workflow` serves and editors read. */
export function definitionJsonSchema(): Readonly<Record<string, unknown>> {
  const whole = z.union([definitionSchema, machineSchema]);
  const { $schema, ...schema } = z.toJSONSchema(whole, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title: 'dsap workflow definition', type: 'object', ...schema };
}
