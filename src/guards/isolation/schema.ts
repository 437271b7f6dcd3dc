import { createHash } from 'node:crypto';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { stringifyJson } from '../../text/exact-json.ts';
import { messageOf } from '../../text/message-of.ts';
import { demandOf, shown } from './demands.ts';
import { compareExactly, ExactValue, withPlainCounts } from './exact-keywords.ts';
import { BUSINESS_FORMATS } from './formats.ts';
import { COMPILING_TIME, JUDGING_TIME, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from './limits.ts';
import { compilePattern } from './pattern.ts';
import { withinTime } from './within-time.ts';

export type JsonSchema = boolean | Readonly<Record<string, unknown>>;

export type CompiledSchema =
  | {
      readonly ok: true;
      /**
       * All errors, in the schema's order. Numbers, of the schema too, are compared digit for digit, so both may hold `ExactNumber`s.
       * Throws `TookTooLong`, and `RangeError` for a schema without end.
       */
      readonly validate: (value: unknown) => readonly ErrorObject[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * A JSON Schema ready to use: dialect 2020-12, or draft-07 where `$schema` says so. Patterns run on the linear-time engine, remote
 * references are refused, size and depth are limited (guards 2.3). Compiled once for each digest.
 */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const text = stringifyJson(schema) ?? '';
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
  // That is done before, by a compiler that is ready for it.
  validateSchema: false,
  passContext: true,
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

type Dialect = typeof DRAFT_7 | typeof LATEST;
const DRAFT_7 = { Compiler: Ajv, id: 'http://json-schema.org/draft-07/schema' } as const;
const LATEST = { Compiler: Ajv2020, id: 'https://json-schema.org/draft/2020-12/schema' } as const;

function compile(schema: JsonSchema): CompiledSchema {
  const dialect = dialectOf(schema);
  const judge = namesOther(schema, dialect) ? compilerOf(dialect) : judgeOf(dialect);
  try {
    return withinTime(COMPILING_TIME, () => usable(schema, dialect, judge));
  } catch (error) {
    return refused(explained(error));
  }
}

const judges = new Map<Dialect, Ajv | Ajv2020>();

/**
 * What tells whether a schema is one of the dialect. To compile the dialect's own takes far longer than most schemas do, so that is done once,
 * and under no limit: cut off there, it would never work again.
 */
function judgeOf(dialect: Dialect): Ajv | Ajv2020 {
  const known = judges.get(dialect);
  if (known !== undefined) return known;
  const judge = compilerOf(dialect);
  judge.getSchema(dialect.id);
  judges.set(dialect, judge);
  return judge;
}

function compilerOf({ Compiler }: Dialect): Ajv | Ajv2020 {
  const ajv = new Compiler({ ...OPTIONS, formats: BUSINESS_FORMATS });
  formats.default(ajv);
  compareExactly(ajv);
  return ajv;
}

function usable(schema: JsonSchema, dialect: Dialect, judge: Ajv | Ajv2020): CompiledSchema {
  const named = dialectNamed(schema) ?? dialect.id;
  if (typeof named !== 'string') throw new Error('$schema must be a string');
  const isSchema = judge.getSchema(named);
  if (isSchema === undefined) throw new Error(`no schema with key or ref "${named}"`);
  const problems = errorsOf(isSchema, schema);
  if (problems.length > 0) return refused(`the schema is invalid: ${worst(problems)}`);
  const check = compilerOf(dialect).compile(withPlainCounts(schema));
  // A schema that refers to itself before it looks at anything shows at once, whatever it is given.
  for (const sample of [null, {}, [], '', 0]) errorsOf(check, sample);
  return { ok: true, validate: (value) => withinTime(JUDGING_TIME, () => errorsOf(check, value)) };
}

function errorsOf(check: ValidateFunction, value: unknown): readonly ErrorObject[] {
  const exact = new ExactValue(value);
  if (check.call(exact, exact.doubles)) return [];
  return (check.errors ?? []).map((error) => exact.withOriginal(error));
}

/** The most telling of what the dialect says of a schema: a value that is none of a list before the ways round it. */
function worst(errors: readonly ErrorObject[]): string {
  const error = errors.find(({ keyword }) => keyword === 'enum') ?? errors[0];
  if (error === undefined) return 'its dialect refuses it';
  return `${error.instancePath || 'it'} ${demandOf(error)}, not ${shown(error.data)}`;
}

function dialectOf(schema: JsonSchema): Dialect {
  const named = dialectNamed(schema);
  return typeof named === 'string' && /draft-0[67]\/schema/.test(named) ? DRAFT_7 : LATEST;
}

/** What else a schema names is looked for anew each time, so that nothing is kept of it. */
function namesOther(schema: JsonSchema, { id }: Dialect): boolean {
  const named = dialectNamed(schema);
  return named !== undefined && named !== id && named !== `${id}#`;
}

function dialectNamed(schema: JsonSchema): unknown {
  return typeof schema === 'object' ? schema['$schema'] : undefined;
}

function explained(error: unknown): string {
  if (error instanceof RangeError) return 'the schema refers to itself without end';
  if (error instanceof Error && 'missingRef' in error) {
    return `the schema refers to ${String(error.missingRef)}, which is not part of it; put it under "$defs"`;
  }
  return messageOf(error);
}

function refused(message: string): Refused {
  return { ok: false, message };
}
