import { isObject } from '../bridge/reading.ts';

/**
 * Makes what every JavaScript program is built on unchangeable, so that an implementation in the same process cannot make tests pass by
 * it. What tests themselves like to replace stays open: timers, `console`, `fetch`, `Date`, `Math.random`.
 */
export function lockDown(): void {
  for (const root of ROOTS) lock(root);
  for (const name of NAMES) fix(globalThis, name);
}

const NAMES = `Object Function Array String Number Boolean Symbol BigInt Promise Proxy Reflect JSON Atomics RegExp
  Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError
  Map Set WeakMap WeakSet WeakRef FinalizationRegistry ArrayBuffer SharedArrayBuffer DataView
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float32Array Float64Array BigInt64Array BigUint64Array TextEncoder TextDecoder Iterator`
  .split(/\s+/)
  .filter((name) => Object.hasOwn(globalThis, name));

const ITERATORS = [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g)];
const FUNCTIONS = [async () => {}, function* () {}, async function* () {}];
/** What is reached by no name. */
const HIDDEN: readonly unknown[] = [...ITERATORS, ...FUNCTIONS, (function* () {})(), (async function* () {})()].map(
  (value): unknown => Object.getPrototypeOf(value),
);

const ROOTS: readonly unknown[] = [
  ...NAMES.map((name): unknown => Reflect.get(globalThis, name)),
  ...HIDDEN,
  Date,
  Math,
];
/** Their other properties are locked all the same. */
const OPEN = new Map<unknown, string>([
  [Date, 'now'],
  [Math, 'random'],
]);
const locked = new Set<unknown>();

function lock(value: unknown): void {
  if (!isObject(value) || locked.has(value)) return;
  locked.add(value);
  lock(Object.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    for (const part of [property?.value, property?.get, property?.set]) lock(part);
    if (OPEN.get(value) === key) continue;
    // An engine takes no stack where this is more than a number.
    if (key === 'stackTraceLimit') fix(value, key);
    else fixOverridable(value, key);
  }
  if (!OPEN.has(value)) Object.preventExtensions(value);
}

function fix(target: object, key: PropertyKey): void {
  const property = Reflect.getOwnPropertyDescriptor(target, key);
  if (property?.configurable !== true) return;
  Object.defineProperty(target, key, { configurable: false, ...('value' in property && { writable: false }) });
}

/** Objects that inherit a fixed property could not be given one of their own by assignment, as `this.name = …` in an error. */
function fixOverridable(target: object, key: PropertyKey): void {
  const property = Reflect.getOwnPropertyDescriptor(target, key);
  if (property?.configurable !== true || !('value' in property)) return fix(target, key);
  const { value }: { value?: unknown } = property;
  return void Object.defineProperty(target, key, {
    enumerable: property.enumerable === true,
    configurable: false,
    get: () => value,
    set(this: object, own: unknown) {
      if (this === target) throw new TypeError(`${String(key)} of a built-in object cannot be changed`);
      Object.defineProperty(this, key, { value: own, enumerable: true, writable: true, configurable: true });
    },
  });
}
