import { isObject } from './reading.ts';
import { ABSENT } from './stand-in.ts';

/** Which properties of our objects the other end may get at. */
export interface Access {
  readonly mayGet: (target: object, key: PropertyKey) => boolean;
  readonly maySet: (target: object, key: PropertyKey) => boolean;
}

export const FULL_ACCESS: Access = { mayGet: () => true, maySet: () => true };

/**
 * For objects of the tests in the hands of foreign code: what they were made to do, but none of the ways from them to what the tests
 * themselves run on.
 */
export const GUARDED_ACCESS: Access = {
  mayGet(target, key) {
    const owner = ownerOf(target, key);
    if (owner === undefined || owner === Object.prototype || owner === Function.prototype) return false;
    return key !== 'constructor' || owner.constructor === undefined || !isBuiltIn(owner.constructor);
  },
  maySet: (target, key) => typeof target !== 'function' && key !== '__proto__',
};

function ownerOf(target: object, key: PropertyKey): object | undefined {
  for (let at: unknown = target; isObject(at); at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, key)) return at;
  }
  return undefined;
}

function isBuiltIn(value: unknown): boolean {
  return typeof value === 'function' && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value));
}

/** Does here what was asked for from the other end, with values of this end. */
export function serve(operation: readonly unknown[], { mayGet, maySet }: Access): unknown {
  const [name, target, ...rest] = operation;
  const [first, second] = rest;
  if (!isObject(target)) throw new TypeError('there is no such object');
  switch (name) {
    case 'get':
      return mayGet(target, keyIn(first)) ? Reflect.get(target, keyIn(first), second) : ABSENT;
    case 'set':
      return maySet(target, keyIn(first)) && Reflect.set(target, keyIn(first), second);
    case 'has':
      return Reflect.has(target, keyIn(first));
    case 'delete':
      return maySet(target, keyIn(first)) && Reflect.deleteProperty(target, keyIn(first));
    case 'own':
      return mayGet(target, keyIn(first)) ? ownProperty(target, keyIn(first)) : undefined;
    case 'keys':
      return Reflect.ownKeys(target);
    case 'call':
      return Reflect.apply(functionIn(target), first, rest.slice(1));
    case 'construct':
      return Reflect.construct(functionIn(target), rest);
    default:
      throw new TypeError(`there is no operation ${String(name)}`);
  }
}

function ownProperty(target: object, key: PropertyKey): readonly unknown[] | undefined {
  const property = Reflect.getOwnPropertyDescriptor(target, key);
  return property && [Reflect.get(target, key), property.enumerable === true];
}

function keyIn(value: unknown): string | symbol {
  return typeof value === 'symbol' ? value : String(value);
}

function functionIn(value: object): Function {
  if (typeof value === 'function') return value;
  throw new TypeError('it is not a function');
}
