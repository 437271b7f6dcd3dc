import { isArray, isObject } from '../bridge/reading.ts';
import { BY_CONTENT, difference, PARTIAL, STRICT } from './difference.ts';
import { show } from './show.ts';
import { isInstance, mismatch, type Thrown } from './thrown.ts';

/** Says why it does not hold; undefined when it holds. */
export type Matcher = (actual: unknown, ...expected: unknown[]) => string | undefined;

/** What `expect(…)` offers, by name. */
export const MATCHERS: Readonly<Record<string, Matcher>> = {
  toBe: (actual, expected) => unless(Object.is(actual, expected), `${show(actual)} !== ${show(expected)}`),
  toEqual: (actual, expected) => difference(actual, expected, BY_CONTENT),
  toStrictEqual: (actual, expected) => difference(actual, expected, STRICT),
  toMatchObject: (actual, expected) => difference(actual, expected, PARTIAL),
  toBeCloseTo: (actual, expected, digits) =>
    unless(isClose(Number(actual), Number(expected), digits), `${show(actual)} is not close to ${show(expected)}`),
  toContain: (actual, expected) =>
    unless(contains(actual, expected, Object.is), `${show(actual)} does not contain ${show(expected)}`),
  toContainEqual: (actual, expected) =>
    unless(contains(actual, expected, isAlike), `${show(actual)} does not contain the like of ${show(expected)}`),
  toHaveLength: (actual, expected) =>
    unless(propertyOf(actual, 'length') === expected, `${show(actual)} has not the length ${show(expected)}`),
  toHaveProperty,
  toMatch: (actual, expected) => unless(matches(actual, expected), `${show(actual)} does not match ${show(expected)}`),
  toBeTruthy: (actual) => unless(Boolean(actual), `${show(actual)} is not truthy`),
  toBeFalsy: (actual) => unless(!actual, `${show(actual)} is not falsy`),
  toBeNull: (actual) => unless(actual === null, `${show(actual)} is not null`),
  toBeUndefined: (actual) => unless(actual === undefined, `${show(actual)} is not undefined`),
  toBeDefined: (actual) => unless(actual !== undefined, 'it is undefined'),
  toBeNaN: (actual) => unless(Number.isNaN(actual), `${show(actual)} is not NaN`),
  toBeInstanceOf: (actual, made) =>
    unless(
      typeof made === 'function' && isInstance(actual, made),
      `${show(actual)} is not an instance of ${show(made)}`,
    ),
  toBeGreaterThan: (actual, expected) => unless(isLess(expected, actual), `${show(actual)} <= ${show(expected)}`),
  toBeGreaterThanOrEqual: (actual, expected) =>
    unless(!isLess(actual, expected), `${show(actual)} < ${show(expected)}`),
  toBeLessThan: (actual, expected) => unless(isLess(actual, expected), `${show(actual)} >= ${show(expected)}`),
  toBeLessThanOrEqual: (actual, expected) => unless(!isLess(expected, actual), `${show(actual)} > ${show(expected)}`),
};

/** For what a function threw, or a promise was rejected with. */
export const THROWN_MATCHERS: Readonly<Record<string, (thrown: Thrown, expected?: unknown) => string | undefined>> = {
  toThrow,
  toThrowError: toThrow,
};

function toThrow(thrown: Thrown, expected?: unknown): string | undefined {
  if (thrown === undefined) return 'nothing was thrown where an error was expected';
  if (typeof expected === 'string')
    return unless(
      contains(propertyOf(thrown.error, 'message'), expected, Object.is),
      `${show(thrown.error)} does not say ${show(expected)}`,
    );
  return mismatch(thrown.error, expected instanceof Error ? { message: expected.message } : expected);
}

function toHaveProperty(actual: unknown, path: unknown, ...expected: unknown[]): string | undefined {
  const keys = isArray(path) ? path.map(String) : String(path).split('.');
  const parent = keys.slice(0, -1).reduce(propertyOf, actual);
  const last = keys.at(-1) ?? '';
  if (!isObject(parent) || !(last in parent)) return `${show(actual)} has no property ${keys.join('.')}`;
  return expected.length === 0 ? undefined : difference(propertyOf(parent, last), expected[0], BY_CONTENT);
}

function unless(holds: boolean, problem: string): string | undefined {
  return holds ? undefined : problem;
}

function propertyOf(value: unknown, key: string): unknown {
  if (typeof value === 'string') return key === 'length' ? value.length : undefined;
  return isObject(value) ? Reflect.get(value, key) : undefined;
}

function isClose(actual: number, expected: number, digits: unknown): boolean {
  const places = typeof digits === 'number' ? digits : 2;
  return actual === expected || Math.abs(actual - expected) < 10 ** -places / 2;
}

function isLess(left: unknown, right: unknown): boolean {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right;
  return Number(left) < Number(right);
}

function isAlike(actual: unknown, expected: unknown): boolean {
  return difference(actual, expected, BY_CONTENT) === undefined;
}

function contains(actual: unknown, expected: unknown, isSame: (one: unknown, other: unknown) => boolean): boolean {
  if (typeof actual === 'string') return typeof expected === 'string' && actual.includes(expected);
  if (!isIterable(actual)) return false;
  for (const item of actual) if (isSame(item, expected)) return true;
  return false;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return isObject(value) && Symbol.iterator in value;
}

function matches(actual: unknown, expected: unknown): boolean {
  if (typeof actual !== 'string') return false;
  return expected instanceof RegExp ? expected.test(actual) : actual.includes(String(expected));
}
