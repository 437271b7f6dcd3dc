import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Issue } from '../../ports/catalogues.ts';
import { ExactNumber } from '../../text/exact-json.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { oddityOfField } from '../../text/odd-characters.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { below, valueAt } from '../../text/pointer.ts';
import { fieldsAt } from './fields-at.ts';

/** A part of a request that its schema refuses; the error handler gives it a status by the part (R55). */
export class InvalidPart extends Error {
  override readonly name = 'InvalidPart';
  readonly issues: readonly Issue[];
  /** Set by Fastify: body, querystring, params or headers. */
  validationContext?: string;
  constructor(issues: readonly Issue[]) {
    super(issues.map(({ pointer, detail }) => `${pointer || '(whole)'}: ${detail}`).join('; '));
    this.issues = issues;
  }
}

/** Validates without coercion of bodies and reports every issue with a JSON pointer. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = safeParseNumbers(schema, data);
    return result.success ? { value: result.data } : { error: new InvalidPart(issuesOf(result.error, data, schema)) };
  };
};

/** Every problem that zod found in `data`, one per unknown field. */
function issuesOf(error: z.ZodError, data: unknown, schema: z.ZodType): readonly Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const pointer = below('', ...issue.path.map(String));
    if (issue.code === 'unrecognized_keys') {
      const known = fieldsAt(schema, issue.path, data);
      return issue.keys.map((key) => unknownField(pointer, key, known));
    }
    // A number in a query that is none was read as `NaN`.
    const message = issue.message.replace(/, received NaN$/, '');
    const words = message.replace(/^Invalid (?:input: |discriminator value\. E)/, (start) =>
      start.endsWith('E') ? 'e' : '',
    );
    const value = valueAt(data, issue.path);
    if (value instanceof ExactNumber && issue.code !== 'custom') return [tooLong(pointer, value)];
    if (value === undefined && issue.code !== 'custom') return [missing(pointer, words)];
    const code = issue.code === 'custom' ? String(issue.params?.['code'] ?? 'invalid') : issue.code;
    return [{ pointer, code, detail: message }];
  });
}

/** Looks for another field, or takes it out. */
function unknownField(pointer: string, key: string, known: readonly string[]): Issue {
  const there = known.length === 0 ? '' : ` Fields: ${listing(known)}.`;
  const mend = suggestion(key, known) || ' Remove it.';
  return {
    pointer: below(pointer, key),
    code: 'unknown_field',
    detail: `The field "${key}" is not known here.${oddityOfField(key)}${mend}${there}`,
  };
}

/** A number of the API's own, of which a double is enough. */
function tooLong(pointer: string, { text }: ExactNumber): Issue {
  return {
    pointer,
    code: 'invalid_number',
    detail: `The number ${text} has more digits than this field takes. Round it.`,
  };
}

function missing(pointer: string, words: string): Issue {
  return { pointer, code: 'required', detail: `Missing: ${words.replace(/(, received undefined|\.)$/, '')}.` };
}
