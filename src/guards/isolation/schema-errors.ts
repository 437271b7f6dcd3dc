import { schemaWarnings } from '../../definitions/parse/schema-keywords.ts';
import { keysOf } from '../../text/pointer.ts';
import type { OptionWarning } from '../guard.ts';
import { demandOf } from './demands.ts';
import { compileSchema, type JsonSchema } from './schema.ts';

export interface SchemaError {
  /** JSON pointer into the value. */
  readonly instancePath: string;
  readonly message?: string | undefined;
  /** What the keyword says of it, such as `missingProperty`. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The schema whose keyword did not hold. */
  readonly parentSchema?: unknown;
}

/** All errors of a value under a schema that was checked when its definition was published. */
export function schemaErrors(schema: unknown, value: unknown): readonly SchemaError[] {
  const compiled = compileSchema(asSchema(schema));
  if (!compiled.ok) throw new Error(`the schema does not compile: ${compiled.message}`);
  return compiled.validate(value).map((error) => ({ ...error, message: demandOf(error) }));
}

/** Why a schema does not compile; undefined when it does. */
export function schemaProblem(schema: unknown): string | undefined {
  const compiled = compileSchema(asSchema(schema));
  return compiled.ok ? undefined : compiled.message;
}

/** Warns of keywords and formats in the schema that an option holds which no reader knows (R125). */
export function warningsOfSchema(schema: unknown, option: string): readonly OptionWarning[] {
  return [...schemaWarnings(schema, `/${option}`)].map(({ pointer, code, detail }) => ({
    path: keysOf(pointer),
    code,
    message: detail,
  }));
}

/** What is no schema at all compiles to nothing: the compiler says so. */
function asSchema(schema: unknown): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  return typeof schema === 'object' && schema !== null ? { ...schema } : { $schema: String(schema) };
}
