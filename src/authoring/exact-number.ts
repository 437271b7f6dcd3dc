import { z } from 'zod';
import { ExactNumber, isJsonNumber } from '../text/exact-json.ts';
import { below, valueAt } from '../text/pointer.ts';

export { ExactNumber };

/**
 * A zod schema of any JSON number: a `number`, or an `ExactNumber` if a double cannot keep its digits. `z.number()` and `z.int()` refuse the
 * latter. Models are told `{"type": "number"}`.
 */
export const exactNumber = z
  .unknown()
  .refine(isJsonNumber, { error: 'Invalid input: expected number' })
  .pipe(z.custom<number | ExactNumber>(isJsonNumber))
  .meta({ type: 'number' });

/** Says what does not fit a schema, and what to do (`advice`) about the numbers in it that a double cannot keep. */
export function misfitOf(error: z.ZodError, given: unknown, advice: string): string {
  const told = longNumbersAt(error, given).slice(0, MOST_TOLD);
  return [
    z.prettifyError(error),
    ...told.map((number) => `${number} has more digits than the schema takes. ${advice}`),
  ].join('\n');
}

const MOST_TOLD = 5;

/** The numbers that a double cannot keep among what does not fit, with their pointers. */
export function longNumbersAt({ issues }: z.ZodError, given: unknown): readonly string[] {
  return [...new Set(issues.flatMap(({ path }) => exactIn(valueAt(given, path), below('', ...path.map(String)))))];
}

function exactIn(value: unknown, pointer: string): readonly string[] {
  if (value instanceof ExactNumber) return [`The number ${value.text} at ${pointer}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => exactIn(part, below(pointer, key)));
}
