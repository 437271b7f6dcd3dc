import { isObject } from '../bridge/reading.ts';
import { AssertionError } from './assertion-error.ts';
import { difference, STRICT } from './difference.ts';
import { show } from './show.ts';

/** What an attempt threw; undefined when it threw nothing. */
export type Thrown = { readonly error: unknown } | undefined;

export function thrownBy(act: () => unknown): Thrown {
  try {
    act();
    return undefined;
  } catch (error) {
    return { error };
  }
}

export async function rejectedBy(act: unknown): Promise<Thrown> {
  try {
    await (typeof act === 'function' ? Reflect.apply(act, undefined, []) : act);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Why an error is not the expected one, which is a class, a pattern, a text, properties, or a function that says so. */
export function mismatch(error: unknown, expected: unknown): string | undefined {
  if (expected instanceof RegExp)
    return expected.test(String(error)) ? undefined : `${show(error)} does not match ${String(expected)}`;
  if (typeof expected === 'function') return functionMismatch(error, expected);
  if (!isObject(expected)) return undefined;
  const keys = expected instanceof Error ? ['name', 'message', ...Object.keys(expected)] : Object.keys(expected);
  for (const key of keys) {
    const [actual, wanted]: unknown[] = [
      isObject(error) ? Reflect.get(error, key) : undefined,
      Reflect.get(expected, key),
    ];
    if (wanted instanceof RegExp && typeof actual === 'string' && wanted.test(actual)) continue;
    const found = difference(actual, wanted, STRICT);
    if (found !== undefined) return `${key} of ${show(error)}: ${found}`;
  }
  return undefined;
}

function functionMismatch(error: unknown, expected: Function): string | undefined {
  if (isInstance(error, expected)) return undefined;
  const isClass = expected === Error || Error.isPrototypeOf(expected) || /^class\b/.test(String(expected));
  if (isClass || Error.prototype.isPrototypeOf(prototypeOf(expected) ?? {}))
    return `${show(error)} is not an instance of ${expected.name}`;
  return Reflect.apply(expected, undefined, [error]) === true ? undefined : `${show(error)} is not the expected error`;
}

/** By the chain of prototypes alone: what a class itself says of its instances is not asked. */
export function isInstance(value: unknown, made: Function): boolean {
  const prototype = prototypeOf(made);
  if (prototype === undefined || !isObject(value)) return false;
  return Object.prototype.isPrototypeOf.call(prototype, value);
}

function prototypeOf(made: Function): object | undefined {
  const prototype: unknown = Reflect.get(made, 'prototype');
  return isObject(prototype) ? prototype : undefined;
}

/** Fails unless something was thrown that is as expected. */
export function demandThrown(thrown: Thrown, expected: unknown, message: unknown): void {
  const operator = 'throws';
  if (thrown === undefined)
    throw new AssertionError({
      operator,
      message: textOf(message) ?? 'nothing was thrown where an error was expected',
    });
  const problem = mismatch(thrown.error, expected);
  if (problem !== undefined)
    throw new AssertionError({ operator, actual: thrown.error, expected, message: textOf(message) ?? problem });
}

function textOf(message: unknown): string | undefined {
  return typeof message === 'string' ? message : undefined;
}
