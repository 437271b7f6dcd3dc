import { containsText } from './contains-text.ts';
import type { Arithmetic, Comparison } from './expression.ts';
import { Broken, type Meter } from './meter.ts';
import { areEqual, isObject, kindOf, numberOf } from './values.ts';

export function compare(operator: Comparison, left: unknown, right: unknown, meter: Meter): boolean {
  switch (operator) {
    case '==':
      return areEqual(left, right, meter);
    case '!=':
      return !areEqual(left, right, meter);
    case 'is':
      return isSame(left, right);
    case 'is not':
      return !isSame(left, right);
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

/** Nothing, true and false are each one value. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || ((left ?? null) === null && (right ?? null) === null);
}

/** As Python: numbers count, true and false as 1 and 0; texts and lists are joined with `+` and repeated with `*`, within limits. */
export function calculate(operator: Arithmetic, left: unknown, right: unknown, meter: Meter): unknown {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return joined(left, right);
  if (operator === '+' && Array.isArray(left) && Array.isArray(right)) return joinedLists(left, right, meter);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (operator === '*' && a === undefined && b !== undefined) return repeated(left, b, right, meter);
  if (operator === '*' && b === undefined && a !== undefined) return repeated(right, a, left, meter);
  if (a === undefined || b === undefined) {
    throw new Broken(`${kindOf(left)} ${operator} ${kindOf(right)} cannot be calculated`);
  }
  return finite(RESULT[operator](a, b));
}

/** A number that is not whole repeats nothing. */
function repeated(value: unknown, times: number, factor: unknown, meter: Meter): unknown {
  if (!Number.isInteger(times) || (typeof value !== 'string' && !Array.isArray(value)))
    throw new Broken(`${kindOf(value)} * ${kindOf(factor)} cannot be calculated`);
  const count = Math.max(0, times);
  if (typeof value === 'string') {
    if (value.length * count > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
    return value.repeat(count);
  }
  mustFit(value.length * count, meter);
  return Array.from({ length: count }, (): readonly unknown[] => value).flat();
}

function joinedLists(left: readonly unknown[], right: readonly unknown[], meter: Meter): readonly unknown[] {
  mustFit(left.length + right.length, meter);
  return [...left, ...right];
}

const MAX_ITEMS = 100_000;

function mustFit(items: number, meter: Meter): void {
  if (items > MAX_ITEMS) throw new Broken(`a list has more than ${MAX_ITEMS} entries`);
  meter.spend(items);
}

/** A number that JSON can hold, or broken. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Broken('a number is out of range or divided by zero');
  return value;
}

/** The most characters of a text that is made. */
export const MAX_TEXT = 8 * 1024 * 1024;

function joined(left: string, right: string): string {
  if (left.length + right.length > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  return left + right;
}

const RESULT: Readonly<Record<Arithmetic, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '//': (left, right) => wholeQuotient(left, right),
  '%': remainder,
  '**': (left, right) => left ** right,
};

/** Rounded down, as Python does it: what the remainder leaves is divided. */
function wholeQuotient(left: number, right: number): number {
  if (right === 0) return Number.NaN;
  const quotient = (left - remainder(left, right)) / right;
  const whole = Math.floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

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

type Order = Extract<Comparison, '<' | '<=' | '>' | '>='>;

function isOrdered(operator: Order, left: unknown, right: unknown, meter: Meter): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return HOLDS[operator](signOf(a, b));
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
