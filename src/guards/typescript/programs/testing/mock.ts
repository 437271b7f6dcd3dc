import { isObject } from '../bridge/reading.ts';

/** Functions that remember how they were called, as `mock` of `node:test` makes them. */

interface Call {
  readonly arguments: readonly unknown[];
  readonly this: unknown;
  readonly result: unknown;
  readonly error: unknown;
}

type Restore = () => void;

let made: { readonly reset: () => void; readonly restore: Restore }[] = [];

function fn(original: unknown = () => {}, implementation: unknown = original, restore: Restore = () => {}): Function {
  let act = functionIn(implementation);
  let calls: Call[] = [];
  function mocked(this: unknown, ...args: unknown[]): unknown {
    let [result, error]: unknown[] = [];
    try {
      result = new.target ? Reflect.construct(act, args, new.target) : Reflect.apply(act, this, args);
      return result;
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      calls.push({ arguments: args, this: this, result, error });
    }
  }
  const context = {
    get calls() {
      return calls;
    },
    callCount: () => calls.length,
    resetCalls: () => {
      calls = [];
    },
    mockImplementation: (next: unknown) => {
      act = functionIn(next);
    },
    restore,
  };
  made.push({ reset: context.resetCalls, restore });
  return Object.assign(mocked, { mock: context });
}

function method(target: unknown, name: PropertyKey, implementation?: unknown): Function {
  if (!isObject(target)) throw new TypeError('mock.method needs an object');
  const original: unknown = Reflect.get(target, name);
  const mocked = fn(original, implementation ?? original, () => Reflect.set(target, name, original));
  Reflect.set(target, name, mocked);
  return mocked;
}

function restoreAll(): void {
  for (const { restore } of made) restore();
}

function reset(): void {
  restoreAll();
  for (const one of made) one.reset();
  made = [];
}

export const mock = Object.freeze({ fn, method, restoreAll, reset });

function functionIn(value: unknown): Function {
  if (typeof value === 'function') return value;
  throw new TypeError('a mock needs a function');
}
