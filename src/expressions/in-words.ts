/** Expressions and values in the words of a note. */
import { ExactNumber } from '../text/exact-json.ts';
import { CalendarDate } from './dates.ts';
import { type Expression, IT } from './expression.ts';
import { isObject, isScalar, kindOf } from './values.ts';

/** Places of the entries that an expression is about: what stands for the entry of a path after `[*]`, and for `it`. */
export interface EntryNames {
  readonly entry?: string;
  readonly it?: string;
}

/** An expression as it might have been written, at most 120 characters of it. */
export function written(expression: Expression, names: EntryNames = {}): string {
  return cut(textOf(expression, names), 120);
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
  if (value instanceof CalendarDate) return value.text;
  return isScalar(value) ? cut(String(value), 60) : kindOf(value);
}

const MOST_KEYS = 10;

function textOf(expression: Expression, names: EntryNames): string {
  const whole = (part: Expression) => textOf(part, names);
  const all = (parts: readonly Expression[]) => parts.map(whole).join(', ');
  const operand = (part: Expression) => operandText(part, names);
  switch (expression.kind) {
    case 'literal':
      return expression.value instanceof ExactNumber ? expression.value.text : JSON.stringify(expression.value);
    case 'name':
      return expression.name === IT ? (names.it ?? IT) : expression.name;
    case 'entry':
      return names.entry ?? '[*]';
    case 'each':
      return textOf(expression.part, { ...names, entry: `${operand(expression.list)}[*]` });
    case 'quantifier':
      return `${expression.name}(${whole(expression.list)}, ${JSON.stringify(textOf(expression.test, {}))})`;
    case 'list':
      return `[${all(expression.items)}]`;
    case 'member':
      return memberText(expression, names);
    case 'object':
      return `{${expression.entries.map(([key, value]) => `${whole(key)}: ${whole(value)}`).join(', ')}}`;
    case 'slice':
      return `${operand(expression.object)}[${expression.bounds.map((bound) => (isNothing(bound) ? '' : whole(bound))).join(':')}]`;
    case 'method':
      return `${operand(expression.object)}.${expression.name}(${all(expression.arguments)})`;
    case 'choice':
      return `${operand(expression.yes)} if ${operand(expression.test)} else ${operand(expression.no)}`;
    case 'call':
      return `${expression.name}(${all(expression.arguments)})`;
    case 'not':
      return `not ${operand(expression.operand)}`;
    case 'minus':
    case 'plus':
      return `${expression.kind === 'minus' ? '-' : '+'}${operand(expression.operand)}`;
    case 'and':
    case 'or':
      return `${operand(expression.left)} ${expression.kind} ${operand(expression.right)}`;
    case 'chain':
      return expression.operands
        .map((part, i) => `${operand(part)} ${expression.operators[i] ?? ''}`)
        .join(' ')
        .trim();
    case 'comparison':
    case 'arithmetic':
    default:
      return `${operand(expression.left)} ${expression.operator} ${operand(expression.right)}`;
  }
}

function memberText({ object, key }: Extract<Expression, { kind: 'member' }>, names: EntryNames): string {
  const holder = operandText(object, names);
  const isPlain = key.kind === 'literal' && typeof key.value === 'string' && /^[A-Za-z_]\w*$/.test(key.value);
  return isPlain ? `${holder}.${key.value}` : `${holder}[${textOf(key, names)}]`;
}

function isNothing(bound: Expression): boolean {
  return bound.kind === 'literal' && bound.value === null;
}

function operandText(expression: Expression, names: EntryNames): string {
  const text = textOf(expression, names);
  const isOperation = 'left' in expression || 'operand' in expression || ['choice', 'chain'].includes(expression.kind);
  return isOperation ? `(${text})` : text;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
