import type { SchemaProblem } from '../../definitions/check-options.ts';
import { schemaWarnings, subschemas } from '../../definitions/parse/schema-keywords.ts';
import { entriesOf, fieldOf, textOf } from '../../text/loose.ts';
import { below, keysOf } from '../../text/pointer.ts';
import type { OptionWarning } from '../guard.ts';
import { demandOf, shown } from './demands.ts';
import { compilePattern } from './pattern.ts';
import { compileSchema, type JsonSchema } from './schema.ts';

export interface SchemaError {
  /** JSON pointer into the value. */
  readonly instancePath: string;
  readonly message?: string | undefined;
  /** The keyword that does not hold. */
  readonly keyword?: string | undefined;
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

/**
 * Says what is wrong with a schema: every pattern that cannot be run in linear time at its own pointer, else why the schema as a whole does
 * not compile. Nothing where it can be used.
 */
export function schemaProblems(schema: unknown): readonly SchemaProblem[] {
  const compiled = compileSchema(asSchema(schema));
  if (compiled.ok) return [];
  const patterns = patternProblems(schema);
  return patterns.length > 0
    ? patterns
    : [{ pointer: '', message: `This JSON Schema does not compile: ${compiled.message}` }];
}

function patternProblems(schema: unknown): readonly SchemaProblem[] {
  return [...subschemas(schema, '')].flatMap(([each, pointer]) => {
    const patterns = [
      ...textOf(each, pointer, 'pattern'),
      ...entriesOf(fieldOf(each, 'patternProperties')).map(([value]) => ({
        value,
        pointer: below(pointer, 'patternProperties', value),
      })),
    ];
    return patterns.flatMap((pattern) => {
      const result = compilePattern(pattern.value);
      if (result.ok) return [];
      const message = `The pattern ${shown(pattern.value)} does not compile: ${result.message}.`;
      return [{ pointer: pattern.pointer, message }];
    });
  });
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
