import type { ErrorObject } from 'ajv';
import { z } from 'zod';
import { keysOf } from '../../text/pointer.ts';
import { hopeless, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { demandOf, shown } from '../isolation/demands.ts';
import { parseJson } from '../isolation/parse-json.ts';
import { placedErrors } from '../isolation/placed-errors.ts';
import { compileSchema } from '../isolation/schema.ts';
import { schemaProblems, warningsOfSchema } from '../isolation/schema-errors.ts';
import { ONLY_JSON } from './json.ts';

const options = z
  .strictObject({
    schema: z.union([z.boolean(), z.record(z.string(), z.unknown())]).describe('The JSON Schema, draft 2020-12.'),
  })
  .meta({
    title: 'JSON that fits a schema',
    description:
      'Passes when the artifact parses as JSON and fits the schema; the feedback has every error with its JSON pointer.',
    examples: [
      {
        schema: {
          type: 'object',
          properties: { amount: { type: 'number', minimum: 0 }, payee: { type: 'string', minLength: 1 } },
          required: ['amount', 'payee'],
          additionalProperties: false,
        },
      },
    ],
  });

/** Passes when the artifact parses as JSON and fits the schema; feedback and `data.errors` have all errors with their JSON pointers. */
export const jsonSchema: Guard<z.infer<typeof options>> = {
  name: 'json-schema',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  judges: 'json',
  options,
  check({ schema }) {
    return schemaProblems(schema).map(({ pointer, message }) => ({ path: ['schema', ...keysOf(pointer)], message }));
  },
  warn: ({ schema }) => warningsOfSchema(schema, 'schema'),
  evaluate({ schema }, { artifact }) {
    const compiled = compileSchema(schema);
    if (!compiled.ok) return hopeless(`The schema of this guard cannot be used: ${compiled.message}.`);
    const parsed = parseJson(artifact.text);
    if (!parsed.ok) return rejected(parsed.message, ONLY_JSON);
    const errors = errorsOf(compiled.validate, parsed.value);
    if (errors === 'endless')
      return hopeless('The schema of this guard refers to itself without end on this artifact.');
    if (errors.length === 0) return PASSED;
    const sentences = [...new Set(mostSpecificFirst(errors).map(sentence))];
    const placed = placedErrors(errors.map((error) => ({ ...error, message: complaint(error) })));
    return { ...rejected(...listed(sentences)), ...placed };
  },
};

function errorsOf(
  validate: (value: unknown) => readonly ErrorObject[],
  value: unknown,
): readonly ErrorObject[] | 'endless' {
  try {
    return validate(value);
  } catch (error) {
    if (error instanceof RangeError) return 'endless';
    throw error;
  }
}

/** Keywords that only say that something below them failed. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'anyOf',
  'oneOf',
  'if',
  'contains',
  'propertyNames',
  'unevaluatedItems',
]);

function mostSpecificFirst(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return [...errors.filter((error) => !isWrapper(error)), ...errors.filter(isWrapper)];
}

function isWrapper({ keyword }: ErrorObject): boolean {
  return WRAPPERS.has(keyword);
}

function sentence(error: ErrorObject): string {
  const place = error.instancePath === '' ? '(the whole value)' : error.instancePath;
  return `${place}: ${complaint(error)}`;
}

function complaint(error: ErrorObject): string {
  return SAY_ALL.has(error.keyword) ? demandOf(error) : `${demandOf(error)}, not ${shown(error.data)}`;
}

/** Keywords of which it is told already what is wrong. */
const SAY_ALL: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'false schema',
  'required',
  'dependentRequired',
]);
