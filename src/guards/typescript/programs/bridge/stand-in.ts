import { isArray, isObject } from './reading.ts';
import type { Shape } from './shape.ts';

/** What can be done from afar with an object of the other end. */
type Operation =
  | readonly ['get', object, PropertyKey, unknown]
  | readonly ['set', object, PropertyKey, unknown]
  | readonly ['has' | 'delete' | 'own', object, PropertyKey]
  | readonly ['keys', object]
  | readonly ['call', object, unknown, ...unknown[]]
  | readonly ['construct', object, ...unknown[]];

/** Done at the other end: returns what it returns and throws what it throws. */
export type Perform = (operation: Operation) => unknown;

/** The answer for a property that is to be looked for on the nearer side. */
export const ABSENT = Symbol.for('dsap.absent');

/** An object that behaves like one of the other end: whatever is done with it is done there. */
export function standInFor(shape: Shape, perform: Perform, refuse: (why: string) => never): object {
  const target = targetOf(shape.kind);
  Object.setPrototypeOf(target, shape.prototype);
  const standIn: object = new Proxy(target, {
    get(_, key, receiver: unknown) {
      const found = perform(['get', standIn, key, receiver]);
      return found === ABSENT ? Reflect.get(target, key, receiver) : found;
    },
    set: (_, key, value) => perform(['set', standIn, key, value]) === true,
    has: (_, key) => perform(['has', standIn, key]) === true,
    deleteProperty: (_, key) => perform(['delete', standIn, key]) === true,
    ownKeys() {
      const keys = perform(['keys', standIn]);
      const own = Reflect.ownKeys(target).filter((key) => !Reflect.getOwnPropertyDescriptor(target, key)?.configurable);
      return [...new Set([...own, ...(isArray(keys) ? keys.filter(isKey) : [])])];
    },
    getOwnPropertyDescriptor(_, key) {
      const fixed = Reflect.getOwnPropertyDescriptor(target, key);
      if (fixed?.configurable === false) return fixed;
      const found = perform(['own', standIn, key]);
      if (!isArray(found)) return undefined;
      return { value: found[0], enumerable: found[1] === true, writable: true, configurable: true };
    },
    defineProperty: () => false,
    preventExtensions: () => false,
    setPrototypeOf: () => false,
    apply: (_, self, args: unknown[]) => perform(['call', standIn, self, ...args]),
    construct(_, args: unknown[], made) {
      if (made !== standIn) refuse('a class that is derived from one of the implementation');
      const instance = perform(['construct', standIn, ...args]);
      if (isObject(instance)) return instance;
      throw new TypeError('a constructor made no object');
    },
  });
  return standIn;
}

/** What a proxy can do depends on its target. */
function targetOf(kind: Shape['kind']): object {
  if (kind === 'constructor') return function () {};
  return kind === 'function' ? () => {} : {};
}

function isKey(value: unknown): value is string | symbol {
  return typeof value === 'string' || typeof value === 'symbol';
}
