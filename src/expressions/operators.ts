import { containsText } from './contains-text.ts';
import { calculateNumbers, compareNumbers, type JsonNumber, wholeOf } from './decimals.ts';
import type { Arithmetic, Comparison } from './expression.ts';
import { Broken, type Meter } from './meter.ts';
import { areEqual, datesOf, isObject, kindOf, numberOf } from './values.ts';

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
  const dates = operator === '-' ? datesOf(left, right) : undefined;
  if (dates) return dates[0].days - dates[1].days;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (operator === '*' && a === undefined && b !== undefined) return repeated(left, b, right, meter);
  if (operator === '*' && b === undefined && a !== undefined) return repeated(right, a, left, meter);
  if (a === undefined || b === undefined) {
    throw new Broken(`${kindOf(left)} ${operator} ${kindOf(right)} cannot be calculated`);
  }
  return calculateNumbers(operator, a, b, meter);
}

/** A number that is not whole repeats nothing. */
function repeated(value: unknown, times: JsonNumber, factor: unknown, meter: Meter): unknown {
  const whole = wholeOf(times);
  if (whole === undefined || (typeof value !== 'string' && !Array.isArray(value)))
    throw new Broken(`${kindOf(value)} * ${kindOf(factor)} cannot be calculated`);
  const count = Math.max(0, whole);
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

/** The most characters of a text that is made. */
export const MAX_TEXT = 8 * 1024 * 1024;

function joined(left: string, right: string): string {
  if (left.length + right.length > MAX_TEXT) throw new Broken(`a text is longer than ${MAX_TEXT} characters`);
  return left + right;
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
  const order = orderOf(left, right, meter);
  if (order === undefined) throw new Broken(`${kindOf(left)} ${operator} ${kindOf(right)} cannot be compared`);
  return HOLDS[operator](order);
}

/**
 * Below zero where the left value comes before the right one, above zero where it comes after it; undefined where they have no order.
 * Numbers, texts and dates have one among themselves, and a date with a text that writes a date.
 */
export function orderOf(left: unknown, right: unknown, meter: Meter): number | undefined {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return compareNumbers(a, b, meter);
  const dates = datesOf(left, right);
  if (dates) return dates[0].days - dates[1].days;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  meter.spend(Math.min(left.length, right.length));
  return left === right ? 0 : left < right ? -1 : 1;
}

/** What an order says of the sign of left less right. */
const HOLDS: Readonly<Record<Order, (sign: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};
