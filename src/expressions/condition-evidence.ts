/** What a person is shown of a condition that cannot be calculated (R109): stored as JSON, so that it never enters Temporal's history. */
import { z } from 'zod';
import { cut } from '../text/text.ts';
import { propertyAt } from './functions.ts';
import { namesInExpression } from './names-in.ts';

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
  const names = new Map(namesInExpression(expression).map((path) => [path.join('.'), path] as const));
  return {
    expression,
    names: [...names].slice(0, MOST_NAMES).map(([name, path]) => {
      const value = path.reduce<unknown>(propertyAt, scope);
      return { name, ...(value !== undefined && { value: shown(value) }) };
    }),
    reasons: [...reasons],
  };
}

/** A long value by its beginning. */
function shown(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? value : `${cut(text, LONGEST_VALUE)}…`;
}
