import { containsText } from './contains-text.ts';
import type { Arithmetic, Comparison } from './expression.ts';
import { Broken, type Meter } from './meter.ts';
import { areEqual, isObject, kindOf } from './values.ts';

export function compare(operator: Comparison, left: unknown, right: unknown, meter: Meter): boolean {
  switch (operator) {
    case '==':
      return areEqual(left, right, meter);
    case '!=':
      return !areEqual(left, right, meter);
    case 'in':
      return isIn(left, right, meter);
    case 'not in':
      return !isIn(left, right, meter);
    case '<':
    case '<=':
    case '>':
    case '>=':
    default:
      return isOrdered(operator, left, right, meter);
  }
}

/** Numbers count; texts are joined with `+`. There are no conversions, so text times a number is broken, not long. */
export function calculate(operator: Arithmetic, left: unknown, right: unknown): number | string {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return joined(left, right);
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw new Broken(`${kindOf(left)} ${operator} ${kindOf(right)} cannot be calculated`);
  }
  return finite(RESULT[operator](left, right));
}

/** A number that JSON can hold, or broken. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Broken('a number is out of range or divided by zero');
  return value;
}

const MAX_TEXT = 8 * 1024 * 1024;

function joined(left: string, right: string): string {
  if (left.length + right.length > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  return left + right;
}

const RESULT: Readonly<Record<Arithmetic, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': remainder,
};

/** With the sign of the divisor, as in Python. */
function remainder(left: number, right: number): number {
  const rest = left % right;
  return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
}

/** A part of a text, an item of a list, a key of an object. */
function isIn(item: unknown, container: unknown, meter: Meter): boolean {
  if (typeof container === 'string' && typeof item === 'string') {
    meter.spend(container.length);
    return containsText(container, item);
  }
  if (Array.isArray(container)) return container.some((candidate) => areEqual(item, candidate, meter));
  if (isObject(container) && typeof item === 'string') return Object.hasOwn(container, item);
  throw new Broken(`${kindOf(item)} in ${kindOf(container)} cannot be answered`);
}

type Order = Exclude<Comparison, '==' | '!=' | 'in' | 'not in'>;

function isOrdered(operator: Order, left: unknown, right: unknown, meter: Meter): boolean {
  if (typeof left === 'number' && typeof right === 'number') return HOLDS[operator](signOf(left, right));
  if (typeof left !== 'string' || typeof right !== 'string') {
    throw new Broken(`${kindOf(left)} ${operator} ${kindOf(right)} cannot be compared`);
  }
  meter.spend(Math.min(left.length, right.length));
  return HOLDS[operator](signOf(left, right));
}

/** What an order says of the sign of left less right. */
const HOLDS: Readonly<Record<Order, (sign: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};

function signOf<Value extends string | number>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
