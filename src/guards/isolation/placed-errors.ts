import type { PlacedError } from '../../model/verdict.ts';
import { stringifyJson } from '../../text/exact-json.ts';
import { below, keysOf } from '../../text/pointer.ts';
import type { SchemaError } from './schema-errors.ts';

/** With more of them no single one is worth repairing; and facts of a verdict have room for 16 KiB (R67). */
const MOST_ERRORS = 20;
const MOST_BYTES = 8 * 1024;

/** The `data` of a rejection that says where its errors are; nothing where there are too many, or too long ones. */
export function dataOfErrors(errors: readonly PlacedError[]): {
  readonly data?: { readonly errors: readonly PlacedError[] };
} {
  if (errors.length === 0 || errors.length > MOST_ERRORS) return {};
  return Buffer.byteLength(stringifyJson(errors) ?? '') > MOST_BYTES ? {} : { data: { errors } };
}

/** The same, of the errors that a JSON Schema has found. */
export function placedErrors(errors: readonly SchemaError[]): ReturnType<typeof dataOfErrors> {
  return dataOfErrors(errors.flatMap((error) => placed(error)));
}

/**
 * The value to be changed is that of the error, with these exceptions: a property that is missing is the place itself; what must not be
 * there can only be left out by its parent. A failed `if` says nothing that the branch does not say.
 */
function placed({ keyword, instancePath, message = 'is wrong', params = {} }: SchemaError): readonly PlacedError[] {
  if (keyword === 'if') return [];
  const missing = params['missingProperty'];
  if (typeof missing === 'string') return [{ pointer: below(instancePath, missing), detail: message }];
  const pointer = keyword === 'false schema' ? below('', ...keysOf(instancePath).slice(0, -1)) : instancePath;
  return [{ pointer, detail: message }];
}
