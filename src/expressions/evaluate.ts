import type { Expression } from './expression.ts';
import { Broken, createMeter, MAX_STEPS, type Reason } from './meter.ts';
import { parseExpression } from './parse.ts';
import { valueOf } from './value-of.ts';
import { isTrue } from './values.ts';

/** The names an expression may use; values are JSON. */
export type Scope = Readonly<Record<string, unknown>>;

/** `value` is undefined where it cannot be calculated, and `notes` say why. */
export interface Evaluation {
  readonly value: unknown;
  readonly notes: readonly string[];
}

/** True, false, or undefined: it cannot be calculated, and `notes` say which name, comparison or calculation, and what it held (R109). */
export interface Truth {
  readonly truth: boolean | undefined;
  readonly notes: readonly string[];
}

/** As `Truth`, with the names that each reason is about. */
export interface Answer {
  readonly truth: boolean | undefined;
  readonly reasons: readonly Reason[];
}

/**
 * The value of an expression in a scope (R37, R109). Total: never throws, ends within 250,000 steps, reads own data properties only. A
 * name that is not known, a path without a value, a comparison without an order and a calculation without a result make what is made
 * of them undefined; `and` and `or` are settled by whichever side settles them.
 */
export function evaluate(expression: Expression, scope: Scope): Evaluation {
  const { value, reasons } = calculated(expression, scope);
  return { value, notes: notesOf(reasons) };
}

/** Whether a condition holds, if that can be calculated (R109). A text that cannot be read cannot be calculated either. */
export function truthOf(condition: Expression | string, scope: Scope): Truth {
  const { truth, reasons } = answerOf(condition, scope);
  return { truth, notes: notesOf(reasons) };
}

/** As `truthOf`, for those who must know whose lack it is. */
export function answerOf(condition: Expression | string, scope: Scope): Answer {
  const parsed =
    typeof condition === 'string' ? parseExpression(condition) : { ok: true as const, expression: condition };
  if (!parsed.ok) return { truth: undefined, reasons: [{ note: parsed.message, roots: new Set() }] };
  const { value, reasons } = calculated(parsed.expression, scope);
  return { truth: reasons.length > 0 ? undefined : isTrue(value), reasons };
}

function calculated(expression: Expression, scope: Scope): { value: unknown; reasons: readonly Reason[] } {
  try {
    return { value: valueOf(expression, { scope, meter: createMeter(MAX_STEPS) }), reasons: [] };
  } catch (error) {
    return { value: undefined, reasons: reasonsOf(error) };
  }
}

function reasonsOf(error: unknown): readonly Reason[] {
  if (!(error instanceof Broken))
    return [{ note: 'the expression cannot be evaluated on these values', roots: new Set() }];
  return error.reasons ?? [{ note: error.message, roots: new Set() }];
}

function notesOf(reasons: readonly Reason[]): readonly string[] {
  return [...new Set(reasons.map(({ note }) => note))];
}
