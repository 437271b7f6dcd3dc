import type { Expression } from './expression.ts';

/** The expressions that an expression is made of, in the order in which they are written. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'object':
      return expression.entries.flat();
    case 'member':
      return [expression.object, expression.key];
    case 'slice':
      return [expression.object, ...expression.bounds];
    case 'call':
      return expression.arguments;
    case 'method':
      return [expression.object, ...expression.arguments];
    case 'choice':
      return [expression.yes, expression.test, expression.no];
    case 'chain':
      return expression.operands;
    case 'not':
    case 'minus':
    case 'plus':
      return [expression.operand];
    case 'and':
    case 'or':
    case 'comparison':
    case 'arithmetic':
    default:
      return [expression.left, expression.right];
  }
}

/** The names at the heads of its paths. */
export function rootsIn(...expressions: readonly Expression[]): ReadonlySet<string> {
  return new Set(expressions.flatMap(rootsOf));
}

/** How many expressions lie within each other. */
export function depthOf(expression: Expression): number {
  return 1 + partsOf(expression).reduce((deepest, part) => Math.max(deepest, depthOf(part)), 0);
}

function rootsOf(expression: Expression): readonly string[] {
  return expression.kind === 'name' ? [expression.name] : partsOf(expression).flatMap(rootsOf);
}
