import { isObject } from './reading.ts';

/** What every JavaScript process has alike: it crosses as a name, and is at the other end what that end has by it. */

const CONSTRUCTORS = `Object Array Boolean Number String Symbol BigInt Date RegExp Promise
  Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError DOMException
  Map Set WeakMap WeakSet WeakRef ArrayBuffer SharedArrayBuffer DataView
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float32Array Float64Array BigInt64Array BigUint64Array
  URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event EventTarget`.split(/\s+/);

const PROTOTYPES: Readonly<Record<string, unknown>> = {
  Function: Function.prototype,
  AsyncFunction: Object.getPrototypeOf(async () => {}),
  GeneratorFunction: Object.getPrototypeOf(function* () {}),
  Generator: Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())),
  AsyncGeneratorFunction: Object.getPrototypeOf(async function* () {}),
  AsyncGenerator: Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())),
  Iterator: Object.getPrototypeOf(Object.getPrototypeOf([].values())),
  TypedArray: Object.getPrototypeOf(Uint8Array.prototype),
};

const byName = new Map<string, object>();
const names = new Map<unknown, string>();

function name(known: string, value: unknown): void {
  if (!isObject(value)) return;
  byName.set(known, value);
  names.set(value, known);
}

for (const known of CONSTRUCTORS) {
  const made: unknown = Reflect.get(globalThis, known);
  name(known, made);
  if (isObject(made)) name(`${known}.prototype`, Reflect.get(made, 'prototype'));
}
for (const [known, prototype] of Object.entries(PROTOTYPES)) name(`${known}.prototype`, prototype);

export function intrinsicName(value: object): string | undefined {
  return names.get(value);
}

export function intrinsicNamed(known: string): object {
  const found = byName.get(known);
  if (found === undefined) throw new TypeError(`there is no ${known} here`);
  return found;
}
