import { parseCode } from '../expression/code.ts';
import type { Expression } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse.ts';

/** The dotted names an expression reads, each with the literal keys that follow it; none when it cannot be read. */
export function namesInExpression(text: string): readonly (readonly string[])[] {
  const parsed = parseExpression(text);
  return parsed.ok ? namesIn(parsed.expression) : [];
}

/** The same of every statement of `code`. */
export function namesInCode(text: string): readonly (readonly string[])[] {
  const parsed = parseCode(text);
  return parsed.ok ? parsed.statements.flatMap(({ expression }) => namesIn(expression)) : [];
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
  if ('items' in expression) return expression.items;
  if ('object' in expression) return [expression.object, expression.key];
  if ('arguments' in expression) return expression.arguments;
  if ('operand' in expression) return [expression.operand];
  return 'left' in expression ? [expression.left, expression.right] : [];
}
