import { Buffer } from 'node:buffer';
import { isArray, isObject, listIn, textIn } from './reading.ts';

/** A kind of plain data. It crosses as a copy, and the copy is brought up to date whenever the value crosses again. */
export interface Kind {
  readonly tag: string;
  readonly is: (value: object) => boolean;
  /** Its content, ready for JSON. */
  readonly write: (value: object, encoder: Encoder) => unknown;
  /** An empty one for such content. */
  readonly make: (content: unknown) => object;
  readonly fill: (target: object, content: unknown, decode: Decode) => void;
  /** It is the same for ever: one that is there already is left alone. */
  readonly isFinal: boolean;
}

export interface Encoder {
  readonly encode: (value: unknown) => unknown;
  /** What an object inherits from is never copied. */
  readonly encodePrototype: (value: object) => unknown;
}

type Decode = (wire: unknown) => unknown;

interface KindOf<Value extends object> {
  readonly tag: string;
  readonly is: (value: object) => value is Value;
  readonly write: (value: Value, encoder: Encoder) => unknown;
  readonly make: (content: unknown) => Value;
  readonly fill?: (target: Value, content: unknown, decode: Decode) => void;
  readonly isFinal?: boolean;
}

function kind<Value extends object>({ tag, is, write, make, fill, isFinal = false }: KindOf<Value>): Kind {
  const checked = (value: object): Value => {
    if (is(value)) return value;
    throw new TypeError(`a value that was no ${tag} has become one`);
  };
  return {
    tag,
    is,
    make,
    isFinal,
    write: (value, encoder) => write(checked(value), encoder),
    fill: (target, content, decode) => fill?.(checked(target), content, decode),
  };
}

const HOLE = ['hole'];

const array = kind<unknown[]>({
  tag: 'array',
  // Its indices come first and its length next: whatever follows makes it more than a list.
  is: (value): value is unknown[] =>
    isArray(value) && Object.getPrototypeOf(value) === Array.prototype && Reflect.ownKeys(value).at(-1) === 'length',
  write: (value, { encode }) => Array.from(value, (item, index) => (index in value ? encode(item) : HOLE)),
  make: () => [],
  fill(target, content, decode) {
    const items = listIn(content);
    target.length = items.length;
    items.forEach((item, index) => {
      if (isArray(item) && item[0] === 'hole') Reflect.deleteProperty(target, index);
      else target[index] = decode(item);
    });
  },
});

const object = kind<object>({
  tag: 'object',
  is: isPlainObject,
  write: (value, { encode }) => [
    Object.getPrototypeOf(value) === null,
    ...Object.entries(value).map(([key, item]) => [key, encode(item)]),
  ],
  make: (content) => (listIn(content)[0] === true ? { __proto__: null } : {}),
  fill(target, content, decode) {
    const entries = listIn(content).slice(1).map(listIn);
    const kept = new Set(entries.map(([key]) => key));
    for (const key of Object.keys(target)) if (!kept.has(key)) Reflect.deleteProperty(target, key);
    for (const [key, item] of entries) define(target, textIn(key), decode(item), true);
  },
});

/** Nothing but data under names. With a function among them it is an object that does things. */
function isPlainObject(value: object): value is object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Reflect.ownKeys(value).every((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    const isData = property !== undefined && 'value' in property && property.enumerable === true;
    return typeof key === 'string' && isData && typeof property.value !== 'function';
  });
}

const map = kind<Map<unknown, unknown>>({
  tag: 'map',
  is: (value): value is Map<unknown, unknown> => isJust(value, Map.prototype),
  write: (value, { encode }) => Array.from(value, ([key, item]) => [encode(key), encode(item)]),
  make: () => new Map(),
  fill(target, content, decode) {
    const entries = listIn(content).map((entry) => listIn(entry).map(decode));
    target.clear();
    for (const [key, item] of entries) target.set(key, item);
  },
});

const set = kind<Set<unknown>>({
  tag: 'set',
  is: (value): value is Set<unknown> => isJust(value, Set.prototype),
  write: (value, { encode }) => Array.from(value, (item) => encode(item)),
  make: () => new Set(),
  fill(target, content, decode) {
    const items = listIn(content).map(decode);
    target.clear();
    for (const item of items) target.add(item);
  },
});

const date = kind<Date>({
  tag: 'date',
  is: (value): value is Date => isJust(value, Date.prototype),
  write: (value) => value.getTime(),
  make: () => new Date(Number.NaN),
  fill: (target, content) => void target.setTime(typeof content === 'number' ? content : Number.NaN),
});

const regexp = kind<RegExp>({
  tag: 'regexp',
  is: (value): value is RegExp => isJust(value, RegExp.prototype, 1),
  write: ({ source, flags, lastIndex }) => [source, flags, lastIndex],
  make(content) {
    const [source, flags] = listIn(content);
    return new RegExp(textIn(source), textIn(flags));
  },
  fill(target, content) {
    target.lastIndex = Number(listIn(content)[2]);
  },
});

const INTEGERS = [Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, Int8Array, Int16Array, Int32Array];
const TYPED_ARRAYS = [...INTEGERS, Float32Array, Float64Array, BigInt64Array, BigUint64Array];

const bytes = kind<ArrayBufferView>({
  tag: 'bytes',
  is: (value): value is ArrayBufferView =>
    TYPED_ARRAYS.some(({ prototype }) => Object.getPrototypeOf(value) === prototype),
  write: (value) => [value.constructor.name, Buffer.from(bytesOf(value)).toString('base64')],
  make(content) {
    const [name, data] = listIn(content);
    const made = TYPED_ARRAYS.find((type) => type.name === name);
    if (made === undefined) throw new TypeError(`there is no ${textIn(name)} here`);
    return new made(Uint8Array.from(Buffer.from(textIn(data), 'base64')).buffer);
  },
  fill(target, content) {
    const fresh = Buffer.from(textIn(listIn(content)[1]), 'base64');
    if (fresh.length === target.byteLength) bytesOf(target).set(fresh);
  },
});

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** An error keeps its class and its properties. */
const error = kind<Error>({
  tag: 'error',
  is: (value): value is Error => value instanceof Error,
  write: (value, { encode, encodePrototype }) => [
    encodePrototype(value),
    ...Object.getOwnPropertyNames(value).map((key) => [
      key,
      encode(Reflect.get(value, key)),
      Object.prototype.propertyIsEnumerable.call(value, key),
    ]),
  ],
  make: () => new Error(),
  fill(target, content, decode) {
    const [prototype, ...properties] = listIn(content);
    const parent = decode(prototype);
    if (isObject(parent)) Object.setPrototypeOf(target, parent);
    for (const [key, item, enumerable] of properties.map(listIn))
      define(target, textIn(key), decode(item), enumerable === true);
  },
  isFinal: true,
});

export const KINDS: readonly Kind[] = [array, object, map, set, date, regexp, bytes, error];

function isJust(value: object, prototype: object, properties = 0): boolean {
  return Object.getPrototypeOf(value) === prototype && Reflect.ownKeys(value).length === properties;
}

/** Also for a name such as `__proto__`. */
function define(target: object, key: string, value: unknown, enumerable: boolean): void {
  Reflect.defineProperty(target, key, { value, enumerable, writable: true, configurable: true });
}
