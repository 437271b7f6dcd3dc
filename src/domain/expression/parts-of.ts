import type { Expression } from './expression.ts';

/** The expressions that an expression is made of, in the order in which they are written. */
export function partsOf(expression: Expression): readonly Expression[] {
  if ('items' in expression) return expression.items;
  if ('object' in expression) return [expression.object, expression.key];
  if ('arguments' in expression) return expression.arguments;
  if ('operand' in expression) return [expression.operand];
  return 'left' in expression ? [expression.left, expression.right] : [];
}

/** The names at the heads of its paths. */
export function rootsIn(...expressions: readonly Expression[]): ReadonlySet<string> {
  return new Set(expressions.flatMap(rootsOf));
}

function rootsOf(expression: Expression): readonly string[] {
  return expression.kind === 'name' ? [expression.name] : partsOf(expression).flatMap(rootsOf);
}
