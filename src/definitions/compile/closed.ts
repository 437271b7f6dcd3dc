import { z } from 'zod';

/**
 * An object that takes no field but these. The message of its `unrecognized_keys` is the list of fields there are, separated by
 * spaces: `schemaIssues` makes a "did you mean" of it.
 */
export function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });
}
