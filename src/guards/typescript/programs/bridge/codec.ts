import type { Identities } from './identities.ts';
import { intrinsicName, intrinsicNamed } from './intrinsics.ts';
import { type Encoder, KINDS, type Kind } from './kinds.ts';
import { isArray, isObject, textIn } from './reading.ts';
import type { Symbols } from './symbols.ts';

/**
 * Values as they cross, ready for JSON. Plain data is copied, and both copies are one value under one id; any other object stays where
 * it is and is known by its id at the other end.
 */
export interface Codec extends Encoder {
  readonly decode: (wire: unknown) => unknown;
  /** The other end has it by its id, and may ask for something with it. */
  readonly isGiven: (value: unknown) => boolean;
  /** What was encoded since the last call has been sent; or it has not, and the other end knows nothing of it. */
  readonly settle: (isSent: boolean) => void;
}

export interface CodecParts {
  readonly identities: Identities;
  readonly symbols: Symbols;
  /** What stands here for an object of the other end. */
  readonly standIn: (id: string, shape: Shape) => object;
  /** Called once for each promise that is given to the other end. */
  readonly watch: (id: string, promise: Promise<unknown>) => void;
  /** Called for what cannot be given to the other end. */
  readonly refuse: (why: string) => never;
}

/** What is to be known of an object to stand in for it. */
export interface Shape {
  readonly kind: 'function' | 'constructor' | 'promise' | 'object';
  readonly prototype: object | null;
}

const MAX_DEPTH = 256;
/** With these at hand there would be no other end. */
const UNFIT = new Set<unknown>([globalThis, Function, Reflect.get(globalThis, 'eval')]);

export function codecOf({ identities, symbols, standIn, watch, refuse }: CodecParts): Codec {
  const standIns = new WeakSet<object>();
  const given = new WeakSet<object>();
  let unsent: object[] = [];
  let depth = 0;
  let seen = new Set<object>();

  function encode(value: unknown): unknown {
    if (isObject(value)) return depth === 0 ? whole(value) : encodeObject(value);
    return encodePrimitive(value, symbols);
  }

  function whole(value: object): unknown {
    seen = new Set();
    try {
      return encodeObject(value);
    } finally {
      depth = 0;
    }
  }

  function encodeObject(value: object): unknown {
    const id = identities.idOf(value);
    if (id !== undefined && standIns.has(value)) return ['yours', id];
    if (given.has(value)) return ['mine', id];
    const name = intrinsicName(value);
    if (name !== undefined) return ['intrinsic', name];
    const kind = KINDS.find(({ is }) => is(value));
    return kind === undefined ? introduce(value) : encodeCopy(value, kind);
  }

  function encodeCopy(value: object, kind: Kind): unknown {
    const id = identities.idOf(value) ?? identities.name(value);
    if (seen.has(value)) return ['again', id];
    seen.add(value);
    if (++depth > MAX_DEPTH) refuse(`a value that nests deeper than ${MAX_DEPTH} levels`);
    const content = kind.write(value, codec);
    depth -= 1;
    return [kind.tag, id, Object.isFrozen(value), content];
  }

  function introduce(value: object): unknown {
    if (UNFIT.has(value)) refuse('the global object, Function or eval');
    const id = identities.name(value);
    identities.hold(value);
    given.add(value);
    unsent.push(value);
    if (value instanceof Promise) watch(id, value);
    return ['introduce', id, kindOf(value), encodePrototype(value)];
  }

  function encodePrototype(value: object): unknown {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (!isObject(prototype)) return null;
    const name = intrinsicName(prototype);
    if (name !== undefined) return ['intrinsic', name];
    return given.has(prototype) || standIns.has(prototype) ? encodeObject(prototype) : introduce(prototype);
  }

  function decode(wire: unknown): unknown {
    if (!isArray(wire)) return wire;
    const [tag, first, second, third] = wire;
    switch (tag) {
      case 'primitive':
        return decodePrimitive(textIn(first), second);
      case 'symbol':
        return symbols.decode(wire);
      case 'intrinsic':
        return intrinsicNamed(textIn(first));
      case 'again':
      case 'yours':
      case 'mine':
        return known(textIn(first));
      case 'introduce':
        return meet(textIn(first), second, decode(third));
      default:
        return decodeCopy(tag, textIn(first), second === true, third);
    }
  }

  function known(id: string): object {
    const found = identities.find(id);
    if (found === undefined) throw new TypeError(`nothing is known as ${id}`);
    return found;
  }

  function meet(id: string, kind: unknown, prototype: unknown): object {
    if (identities.find(id) !== undefined) throw new TypeError(`${id} was introduced twice`);
    const isKind = kind === 'function' || kind === 'constructor' || kind === 'promise';
    const made = standIn(id, { kind: isKind ? kind : 'object', prototype: isObject(prototype) ? prototype : null });
    standIns.add(made);
    identities.adopt(id, made);
    identities.hold(made);
    return made;
  }

  function decodeCopy(tag: unknown, id: string, isFrozen: boolean, content: unknown): object {
    const kind = KINDS.find((one) => one.tag === tag);
    if (kind === undefined) throw new TypeError('a value came that cannot be read');
    const there = identities.find(id);
    const isSettled = there !== undefined && (kind.isFinal || Object.isFrozen(there));
    // What is in it may be news even where it is none itself.
    const target = there === undefined || isSettled ? kind.make(content) : there;
    if (there === undefined) identities.adopt(id, target);
    kind.fill(target, content, decode);
    if (isSettled) return there;
    return isFrozen ? Object.freeze(target) : target;
  }

  function settle(isSent: boolean): void {
    if (!isSent) for (const value of unsent) given.delete(value);
    unsent = [];
  }

  const isGiven = (value: unknown): boolean => isObject(value) && given.has(value);
  const codec: Codec = { encode, encodePrototype, decode, isGiven, settle };
  return codec;
}

function encodePrimitive(value: unknown, symbols: Symbols): unknown {
  if (value === undefined) return ['primitive', 'undefined'];
  if (typeof value === 'bigint') return ['primitive', 'bigint', String(value)];
  if (typeof value === 'symbol') return symbols.encode(value);
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return ['primitive', 'number', Object.is(value, -0) ? '-0' : String(value)];
}

function decodePrimitive(type: string, text: unknown): unknown {
  if (type === 'number') return Number(text);
  return type === 'bigint' ? BigInt(textIn(text)) : undefined;
}

function kindOf(value: object): Shape['kind'] {
  if (value instanceof Promise) return 'promise';
  if (typeof value !== 'function') return 'object';
  return isConstructor(value) ? 'constructor' : 'function';
}

/** Asks without running it. */
function isConstructor(value: Function): boolean {
  try {
    Reflect.construct(Object, [], value);
    return true;
  } catch {
    return false;
  }
}
