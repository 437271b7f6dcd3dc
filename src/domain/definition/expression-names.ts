import type { Expression } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse.ts';

/** The dotted names an expression reads, each with the literal keys that follow it; none when it cannot be read. */
export function namesInExpression(text: string): readonly (readonly string[])[] {
  const parsed = parseExpression(text);
  return parsed.ok ? namesIn(parsed.expression) : [];
}

function namesIn(expression: Expression): readonly (readonly string[])[] {
  const path = pathOf(expression);
  return path === undefined ? partsOf(expression).flatMap(namesIn) : [path];
}

function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind !== 'member' || expression.key.kind !== 'literal') return undefined;
  const object = pathOf(expression.object);
  return object === undefined ? undefined : [...object, String(expression.key.value)];
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'member':
      return [expression.object, expression.key];
    case 'call':
      return expression.arguments;
    case 'not':
    case 'minus':
    case 'plus':
      return [expression.operand];
    case 'and':
    case 'or':
    case 'comparison':
    case 'arithmetic':
      return [expression.left, expression.right];
  }
}
