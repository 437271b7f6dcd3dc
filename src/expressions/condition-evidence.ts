/** What a person is shown of a condition that cannot be calculated (R109): stored as JSON, so that it never enters Temporal's history. */
import { z } from 'zod';
import { stringifyJson } from '../text/exact-json.ts';
import { cut } from '../text/text.ts';
import { propertyAt } from './functions.ts';
import { EVERY, namesInExpression, writtenPath } from './names-in.ts';

export const conditionEvidence = z.object({
  expression: z.string().describe('as it is written'),
  names: z
    .array(
      z.object({
        name: z.string(),
        value: z
          .unknown()
          .optional()
          .describe('what it holds; of a long value the beginning, as text; absent where it holds nothing'),
      }),
    )
    .describe('every name that it reads, with what it holds'),
  reasons: z.array(z.string()).describe('why it cannot be calculated'),
});
export type ConditionEvidence = z.output<typeof conditionEvidence>;

const MOST_NAMES = 50;
const LONGEST_VALUE = 2_000;

/** `scope` is what the expression was asked of, `reasons` why it has no answer. */
export function evidenceOf(
  expression: string,
  scope: Readonly<Record<string, unknown>>,
  reasons: readonly string[],
): ConditionEvidence {
  const names = new Map(namesInExpression(expression).map((path) => [writtenPath(path), path] as const));
  return {
    expression,
    names: [...names].slice(0, MOST_NAMES).map(([name, path]) => {
      const value = valueAt(scope, path);
      return { name, ...(value !== undefined && { value: shown(value) }) };
    }),
    reasons: [...reasons],
  };
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (key === EVERY && Array.isArray(value))
    return value.slice(0, MOST_ENTRIES).map((item) => valueAt(item, rest) ?? null);
  return valueAt(propertyAt(value, key), rest);
}

const MOST_ENTRIES = 1_000;

/** A long value by its beginning. */
function shown(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (stringifyJson(value) ?? '');
  return text.length <= LONGEST_VALUE ? value : `${cut(text, LONGEST_VALUE)}…`;
}
