/** What values are to an expression: JSON and dates, read through own data properties only. */

import { ExactNumber, isJsonNumber } from '../text/exact-json.ts';
import { CalendarDate, readDate } from './dates.ts';
import { compareNumbers, type JsonNumber } from './decimals.ts';
import { FORBIDDEN_KEYS } from './expression.ts';
import { Broken, type Meter } from './meter.ts';

/** The own data property, or undefined: what is inherited, computed by a getter or no JSON is not there. */
export function propertyOf(object: unknown, key: string): unknown {
  if (!(isObject(object) || Array.isArray(object)) || FORBIDDEN_KEYS.has(key)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value;
  return isData(value) ? value : undefined;
}

/** As in Python: nothing, false, zero and what is empty are false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  if (value instanceof ExactNumber) return !ZERO.test(value.text);
  return Boolean(value);
}

const ZERO = /^-?[0.]+(?:[eE].*)?$/;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isScalar(value);
}

/** What nothing lies below: a text, a number, true, false or a date. */
export function isScalar(value: unknown): boolean {
  return SCALARS.has(typeof value) || value instanceof ExactNumber || value instanceof CalendarDate;
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** A number as it is, true and false as 1 and 0 (R107); undefined for everything else. */
export function numberOf(value: unknown): JsonNumber | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return isJsonNumber(value) ? value : undefined;
}

/** Two dates, where at least one value is a date and the other a date or a text that writes one; undefined for all else. */
export function datesOf(left: unknown, right: unknown): readonly [CalendarDate, CalendarDate] | undefined {
  if (!(left instanceof CalendarDate || right instanceof CalendarDate)) return undefined;
  const [a, b] = [dateIn(left), dateIn(right)];
  return a && b && [a, b];
}

function dateIn(value: unknown): CalendarDate | undefined {
  if (value instanceof CalendarDate) return value;
  return typeof value === 'string' ? readDate(value) : undefined;
}

/** Equality by content: `1 == True` as in Python, `1 == "1"` is false; nothing equals `null`. */
export function areEqual(left: unknown, right: unknown, meter: Meter, depth = 0): boolean {
  meter.spend(typeof left === 'string' ? left.length : 0);
  if (left === right || (isNothing(left) && isNothing(right))) return true;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return compareNumbers(a, b, meter) === 0;
  if (left instanceof CalendarDate || right instanceof CalendarDate) return areEqualDates(left, right);
  if (depth > MAX_DEPTH) throw new Broken(`values nested deeper than ${MAX_DEPTH} levels cannot be compared`);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => areEqual(item, right[i], meter, depth + 1));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && areEqual(propertyOf(left, key), propertyOf(right, key), meter, depth + 1),
  );
}

/** A text that writes no date is not unequal to one: whoever compares them means a date. */
function areEqualDates(left: unknown, right: unknown): boolean {
  const dates = datesOf(left, right);
  if (dates) return dates[0].days === dates[1].days;
  if (typeof left === 'string' || typeof right === 'string')
    throw new Broken('a text that writes no date is compared with a date');
  return false;
}

/** The characters of a text, by which it is counted, as in Python. */
export function charactersOf(text: string): readonly string[] {
  return Array.from(text);
}

/** The kind of a value, in the words of a note. */
export function kindOf(value: unknown): string {
  if (isNothing(value)) return 'nothing';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof CalendarDate) return 'a date';
  if (isObject(value)) return 'an object';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

const MAX_DEPTH = 64;

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return ['string', 'boolean', 'object'].includes(typeof value);
}
