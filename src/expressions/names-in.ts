import { parseCode } from './code.ts';
import type { Expression } from './expression.ts';
import { parseExpression } from './parse.ts';
import { partsOf } from './parts-of.ts';

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
