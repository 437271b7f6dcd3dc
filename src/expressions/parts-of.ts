import { type Expression, IT } from './expression.ts';

/** The expressions that an expression is made of, in the order in which they are written. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
    case 'entry':
      return [];
    case 'each':
      return [expression.list, expression.part];
    case 'quantifier':
      return [expression.list, expression.test];
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

/** The names at the heads of its paths. `it` and `ENTRY` are among them only if the list that they go through is not. */
export function rootsIn(...expressions: readonly Expression[]): ReadonlySet<string> {
  return new Set(expressions.flatMap(rootsOf));
}

/** The head of a path that begins at an entry of a list. */
export const ENTRY = '[*]';

/** How many expressions lie within each other. */
export function depthOf(expression: Expression): number {
  return 1 + partsOf(expression).reduce((deepest, part) => Math.max(deepest, depthOf(part)), 0);
}

function rootsOf(expression: Expression): readonly string[] {
  const { kind } = expression;
  if (kind === 'name') return [expression.name];
  if (kind === 'entry') return [ENTRY];
  if (kind === 'each') return [...rootsOf(expression.list), ...rootsBut(ENTRY, expression.part)];
  if (kind === 'quantifier') return [...rootsOf(expression.list), ...rootsBut(IT, expression.test)];
  return partsOf(expression).flatMap(rootsOf);
}

function rootsBut(own: string, expression: Expression): readonly string[] {
  return rootsOf(expression).filter((root) => root !== own);
}
