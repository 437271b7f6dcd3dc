/** What values are to an expression: JSON, read through own data properties only. */

import { FORBIDDEN_KEYS } from './expression.ts';
import { Broken, type Meter } from './meter.ts';

/** The own data property, or undefined: what is inherited, computed by a getter or no JSON is not there. */
export function propertyOf(object: unknown, key: string): unknown {
  if (typeof object !== 'object' || object === null || FORBIDDEN_KEYS.has(key)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value;
  return isData(value) ? value : undefined;
}

/** As in Python: nothing, false, zero and what is empty are false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number as it is, true and false as 1 and 0 (R107); undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : undefined;
}

/** Equality by content: `1 == True` as in Python, `1 == "1"` is false; nothing equals `null`. */
export function areEqual(left: unknown, right: unknown, meter: Meter, depth = 0): boolean {
  meter.spend(typeof left === 'string' ? left.length : 0);
  if (left === right || (isNothing(left) && isNothing(right))) return true;
  if (typeof left !== typeof right && numberOf(left) !== undefined) return numberOf(left) === numberOf(right);
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

/** The characters of a text, by which it is counted, as in Python. */
export function charactersOf(text: string): readonly string[] {
  return Array.from(text);
}

/** The kind of a value, in the words of a note. */
export function kindOf(value: unknown): string {
  if (isNothing(value)) return 'nothing';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
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
