import { createHash } from 'node:crypto';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { demandOf, shown } from './demands.ts';
import { COMPILING_TIME, JUDGING_TIME, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from './limits.ts';
import { compilePattern } from './pattern.ts';
import { withinTime } from './within-time.ts';

export type JsonSchema = boolean | Readonly<Record<string, unknown>>;

export type CompiledSchema =
  | {
      readonly ok: true;
      /** All errors, in the schema's order; throws `TookTooLong`, and `RangeError` for a schema without end. */
      readonly validate: (value: unknown) => readonly ErrorObject[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * A JSON Schema ready to use: dialect 2020-12, or draft-07 where `$schema` says so. Patterns run on the linear-time engine, remote
 * references are refused, size and depth are limited (guards 2.3). Compiled once for each digest.
 */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const text = JSON.stringify(schema);
  const digest = createHash('sha256').update(text).digest('base64');
  const known = compiled.get(digest);
  if (known !== undefined) return known;
  const fresh = limitProblem(schema, text) ?? compile(schema);
  compiled.set(digest, fresh);
  return fresh;
}

const compiled = new LRUCache<string, CompiledSchema>({ max: 200 });

/** `ownProperties`: a property called `toString` is there when the artifact has one, not when JavaScript has. */
const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  logger: false,
  ownProperties: true,
  code: { regExp: Object.assign(linearRegExp, { code: 'new RegExp' }) },
};

/** Ajv tells compiled patterns apart by their text: without it every pattern of a schema would be the first one. */
function linearRegExp(source: string): { test(text: string): boolean; toString(): string } {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(result.message);
  return { test: (text) => result.pattern.test(text), toString: () => `/${source}/` };
}

type Refused = Extract<CompiledSchema, { ok: false }>;

function limitProblem(schema: JsonSchema, text: string): Refused | undefined {
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES) return refused(`the schema is larger than ${MAX_SCHEMA_BYTES} bytes`);
  if (isDeeper(schema, MAX_SCHEMA_DEPTH)) return refused(`the schema nests deeper than ${MAX_SCHEMA_DEPTH} levels`);
  if (typeof schema === 'object' && '$async' in schema)
    return refused('asynchronous schemas ("$async") are not supported');
  return undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function compile(schema: JsonSchema): CompiledSchema {
  try {
    return withinTime(COMPILING_TIME, () => usable(schema));
  } catch (error) {
    return refused(explained(error));
  }
}

function usable(schema: JsonSchema): CompiledSchema {
  const ajv = isDraft7(schema) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  formats.default(ajv);
  if (ajv.validateSchema(schema) === false) return refused(`the schema is invalid: ${worst(ajv.errors ?? [])}`);
  const check = ajv.compile(schema);
  const validate = (value: unknown) => withinTime(JUDGING_TIME, () => (check(value) ? [] : [...(check.errors ?? [])]));
  // A schema that refers to itself before it looks at anything shows at once, whatever it is given.
  for (const sample of [null, {}, [], '', 0]) check(sample);
  return { ok: true, validate };
}

/** The most telling of what the dialect says of a schema: a value that is none of a list before the ways round it. */
function worst(errors: readonly ErrorObject[]): string {
  const error = errors.find(({ keyword }) => keyword === 'enum') ?? errors[0];
  if (error === undefined) return 'its dialect refuses it';
  return `${error.instancePath || 'it'} ${demandOf(error)}, not ${shown(error.data)}`;
}

function isDraft7(schema: JsonSchema): boolean {
  const dialect = typeof schema === 'object' ? schema['$schema'] : undefined;
  return typeof dialect === 'string' && /draft-0[67]\/schema/.test(dialect);
}

function explained(error: unknown): string {
  if (error instanceof RangeError) return 'the schema refers to itself without end';
  if (error instanceof Error && 'missingRef' in error) {
    return `the schema refers to ${String(error.missingRef)}, which is not part of it; put it under "$defs"`;
  }
  return error instanceof Error ? error.message : String(error);
}

function refused(message: string): Refused {
  return { ok: false, message };
}
