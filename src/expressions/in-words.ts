/** Expressions and values in the words of a note. */
import type { Expression } from './expression.ts';
import { isObject, kindOf } from './values.ts';

/** An expression as it might have been written, at most 120 characters of it. */
export function written(expression: Expression): string {
  return cut(textOf(expression), 120);
}

/** What a value is, and the beginning of it: `text "5,000"`, `an object with a, b`, `3`. */
export function holding(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return 'an object without fields';
    const more = keys.length > MOST_KEYS ? ` and ${keys.length - MOST_KEYS} more` : '';
    return `an object with ${keys
      .slice(0, MOST_KEYS)
      .map((key) => cut(key, 40))
      .join(', ')}${more}`;
  }
  if (typeof value === 'string') return `text ${cut(JSON.stringify(value.slice(0, 60)), 60)}`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

const MOST_KEYS = 10;

function textOf(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return JSON.stringify(expression.value);
    case 'name':
      return expression.name;
    case 'list':
      return `[${expression.items.map(textOf).join(', ')}]`;
    case 'member':
      return memberText(expression);
    case 'object':
      return `{${expression.entries.map(([key, value]) => `${textOf(key)}: ${textOf(value)}`).join(', ')}}`;
    case 'slice':
      return `${operandText(expression.object)}[${expression.bounds.map(boundText).join(':')}]`;
    case 'method':
      return `${operandText(expression.object)}.${expression.name}(${expression.arguments.map(textOf).join(', ')})`;
    case 'choice':
      return `${operandText(expression.yes)} if ${operandText(expression.test)} else ${operandText(expression.no)}`;
    case 'call':
      return `${expression.name}(${expression.arguments.map(textOf).join(', ')})`;
    case 'not':
      return `not ${operandText(expression.operand)}`;
    case 'minus':
    case 'plus':
      return `${expression.kind === 'minus' ? '-' : '+'}${operandText(expression.operand)}`;
    case 'and':
    case 'or':
      return `${operandText(expression.left)} ${expression.kind} ${operandText(expression.right)}`;
    case 'chain':
      return expression.operands
        .map((operand, i) => `${operandText(operand)} ${expression.operators[i] ?? ''}`)
        .join(' ')
        .trim();
    case 'comparison':
    case 'arithmetic':
    default:
      return `${operandText(expression.left)} ${expression.operator} ${operandText(expression.right)}`;
  }
}

function memberText({ object, key }: Extract<Expression, { kind: 'member' }>): string {
  const holder = operandText(object);
  const isPlain = key.kind === 'literal' && typeof key.value === 'string' && /^[A-Za-z_]\w*$/.test(key.value);
  return isPlain ? `${holder}.${key.value}` : `${holder}[${textOf(key)}]`;
}

function boundText(bound: Expression): string {
  return bound.kind === 'literal' && bound.value === null ? '' : textOf(bound);
}

function operandText(expression: Expression): string {
  return 'left' in expression || 'operand' in expression || ['choice', 'chain'].includes(expression.kind)
    ? `(${textOf(expression)})`
    : textOf(expression);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
