/**
 * Keywords of JSON Schema that compare numbers digit for digit, in place of those of Ajv. Ajv calculates with doubles, for which 19.99 is
 * no multiple of 0.01, and 9007199254740993 equals 9007199254740992.
 */
import { _, type Ajv, type Code, type CodeKeywordDefinition, type ErrorObject, type KeywordCxt } from 'ajv';
import { exactDecimal } from '../../text/exact-decimal.ts';
import { canonicalJson, ExactNumber, isJsonNumber } from '../../text/exact-json.ts';
import { keysOf, valueAt } from '../../text/pointer.ts';

type Exact = number | ExactNumber;

/**
 * A value in two forms: as Ajv walks it, with a double in the place of each `ExactNumber`, and as it came, where the keywords of this file
 * look up the digits.
 */
export class ExactValue {
  readonly #value: unknown;
  readonly #originals = new WeakMap<object, unknown>();
  readonly doubles: unknown;

  constructor(value: unknown) {
    this.#value = value;
    this.doubles = this.#copy(value);
  }

  /** Returns what `data`, the member `key` of `parent`, stands for. `parent` is undefined for the whole value. */
  original(data: unknown, parent: unknown, key: string | number): unknown {
    if (typeof data === 'object' && data !== null) return this.#originals.get(data) ?? data;
    if (typeof data !== 'number') return data;
    if (typeof parent !== 'object' || parent === null) return this.#value;
    return Reflect.get(Object(this.#originals.get(parent)), key);
  }

  /** Returns the error with the digits of the data that it is about. */
  withOriginal(error: ErrorObject): ErrorObject {
    const data =
      typeof error.data === 'number'
        ? valueAt(this.#value, keysOf(error.instancePath))
        : this.original(error.data, undefined, '');
    return { ...error, data };
  }

  #copy(value: unknown): unknown {
    if (value instanceof ExactNumber) return doubleFor(value);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Array.isArray(value)
      ? value.map((part: unknown) => this.#copy(part))
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.#copy(part)]));
    this.#originals.set(copy, value);
    return copy;
  }
}

/** A double near the number. It is whole only if the number is, because Ajv itself decides on `type: integer`. */
function doubleFor(value: ExactNumber): number {
  if (!exactDecimal(value).isInteger()) return 0.5;
  const double = Number(value.text);
  return Number.isFinite(double) ? double : Math.sign(double) * Number.MAX_VALUE;
}

/** Replaces Ajv's keywords that compare numbers or values. Its validators must be called with an `ExactValue` as `this`. */
export function compareExactly(ajv: Ajv): void {
  for (const definition of KEYWORDS) {
    ajv.removeKeyword(definition.keyword);
    ajv.addKeyword(definition);
  }
}

/** Returns the schema with doubles where Ajv itself counts: it takes `maxLength: 5.0` for 5. */
export function withPlainCounts<Schema>(schema: Schema): Schema;
export function withPlainCounts(schema: unknown): unknown {
  if (schema instanceof ExactNumber || typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((part: unknown) => withPlainCounts(part));
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (COUNTS.has(key) && part instanceof ExactNumber) return [key, Number(part.text)];
      return [key, VALUES.has(key) ? part : withPlainCounts(part)];
    }),
  );
}

const COUNTS: ReadonlySet<string> = new Set([
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'maxContains',
  'minContains',
]);
/** What follows is a value, in which such a name means nothing. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

type Keyword = CodeKeywordDefinition & { readonly keyword: string };

const KEYWORDS: readonly Keyword[] = [
  comparison('maximum', '<=', (sign) => sign <= 0),
  comparison('minimum', '>=', (sign) => sign >= 0),
  comparison('exclusiveMaximum', '<', (sign) => sign < 0),
  comparison('exclusiveMinimum', '>', (sign) => sign > 0),
  numeric('multipleOf', 'multiple of', isMultiple),
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: {
      message: ({ params: { pair } }) =>
        _`"must NOT have duplicate items (items ## " + ${pair}.j + " and " + ${pair}.i + " are identical)"`,
      params: ({ params: { pair } }) => _`${pair}`,
    },
    code(context) {
      if (context.schema !== true) return;
      const pair = context.gen.const('pair', called(context, equalItems));
      context.setParams({ pair });
      context.fail(_`${pair} !== undefined`);
    },
  },
  {
    keyword: 'const',
    error: {
      message: 'must be equal to constant',
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
    code(context) {
      const allowed = canonicalJson(context.schema);
      context.fail(_`!${called(context, (value) => canonicalJson(value) === allowed)}`);
    },
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    code(context) {
      const values: readonly unknown[] = Array.isArray(context.schema) ? context.schema : [];
      if (values.length === 0) throw new Error('enum must have non-empty array');
      const allowed = new Set(values.map(canonicalJson));
      context.fail(_`!${called(context, (value) => allowed.has(canonicalJson(value)))}`);
    },
  },
];

function comparison(keyword: string, operator: string, holds: (sign: number) => boolean): Keyword {
  return numeric(keyword, operator, (value, limit) => holds(compared(value, limit)));
}

function numeric(keyword: string, demand: string, holds: (value: Exact, limit: Exact) => boolean): Keyword {
  return {
    keyword,
    type: 'number',
    error: {
      message: ({ schemaCode }) => _`${`must be ${demand} `} + String(${schemaCode})`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code(context) {
      const limit: unknown = context.schema;
      if (!isJsonNumber(limit)) throw new Error(`"${keyword}" must be a number`);
      context.fail(_`!${called(context, (value) => !isJsonNumber(value) || holds(value, limit))}`);
    },
  };
}

/** The code of a call with the original of the data that the keyword is about. */
function called({ gen, data, it }: KeywordCxt, check: (value: unknown) => unknown): Code {
  const ref = (exact: ExactValue, value: unknown, parent: unknown, key: string | number) =>
    check(exact.original(value, parent, key));
  return _`${gen.scopeValue('func', { ref })}(this, ${data}, ${it.parentData}, ${it.parentDataProperty})`;
}

function compared(value: Exact, limit: Exact): number {
  if (typeof value === 'number' && typeof limit === 'number') return value - limit;
  return exactDecimal(value).comparedTo(exactDecimal(limit));
}

/** A step that is smaller would take minutes to divide by. */
const SMALLEST_STEP_EXPONENT = -400;

function isMultiple(value: Exact, step: Exact): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % Number(step) === 0;
  const divisor = exactDecimal(step);
  return divisor.e >= SMALLEST_STEP_EXPONENT && exactDecimal(value).mod(divisor).isZero();
}

/** The indices of the first item that equals an earlier one, and of that one. */
function equalItems(value: unknown): { readonly i: number; readonly j: number } | undefined {
  const seen = new Map<string, number>();
  for (const [index, item] of (Array.isArray(value) ? value : []).entries()) {
    const text = canonicalJson(item);
    const earlier = seen.get(text);
    if (earlier !== undefined) return { i: index, j: earlier };
    seen.set(text, index);
  }
  return undefined;
}
