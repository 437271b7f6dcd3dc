import { z } from 'zod';

/**
 * A union whose member is chosen by looking at the value, so that its problems are those of the form that was meant, and not only
 * that no form fits.
 */
export function chosenBy<Output>(choose: (value: unknown) => z.ZodType<Output>): z.ZodType<Output> {
  return z.unknown().transform((value, context) => {
    const parsed = choose(value).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
}

/** Whether the value is an object with that property. */
export function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
