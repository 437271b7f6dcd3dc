import type { Given } from './given.ts';
import type { Identities } from './identities.ts';
import { intrinsicName } from './intrinsics.ts';
import { type Encoder, KINDS, type Kind } from './kinds.ts';
import { isObject } from './reading.ts';
import { kindOf } from './shape.ts';
import type { Symbols } from './symbols.ts';

export interface EncoderParts {
  readonly identities: Identities;
  readonly symbols: Symbols;
  /** Called once for each promise that is given to the other end. */
  readonly watch: (id: string, promise: Promise<unknown>) => void;
  /** Called for what cannot be given to the other end. */
  readonly refuse: (why: string) => never;
}

const MAX_DEPTH = 256;
/** With these at hand there would be no other end. */
const UNFIT = new Set<unknown>([globalThis, Function, Reflect.get(globalThis, 'eval')]);

/** Writes values for the other end. `isStandIn`: whether an object stands here for one of the other end. */
export function encoderOf(
  { identities, symbols, watch, refuse }: EncoderParts,
  given: Given,
  isStandIn: (value: object) => boolean,
): Encoder {
  let depth = 0;
  let seen = new Set<object>();

  function encode(value: unknown): unknown {
    if (!isObject(value)) return encodePrimitive(value, symbols);
    if (depth > 0) return encodeObject(value);
    seen = new Set();
    try {
      return encodeObject(value);
    } finally {
      depth = 0;
    }
  }

  function encodeObject(value: object): unknown {
    const id = identities.idOf(value);
    if (id !== undefined && isStandIn(value)) return ['yours', id];
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
    const content = kind.write(value, encoder);
    depth -= 1;
    return [kind.tag, id, Object.isFrozen(value), content];
  }

  function introduce(value: object): unknown {
    if (UNFIT.has(value)) refuse('the global object, Function or eval');
    const id = identities.name(value);
    identities.hold(value);
    given.add(value);
    if (value instanceof Promise) watch(id, value);
    return ['introduce', id, kindOf(value), encodePrototype(value)];
  }

  function encodePrototype(value: object): unknown {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (!isObject(prototype)) return null;
    const name = intrinsicName(prototype);
    if (name !== undefined) return ['intrinsic', name];
    return given.has(prototype) || isStandIn(prototype) ? encodeObject(prototype) : introduce(prototype);
  }

  const encoder: Encoder = { encode, encodePrototype };
  return encoder;
}

function encodePrimitive(value: unknown, symbols: Symbols): unknown {
  if (value === undefined) return ['primitive', 'undefined'];
  if (typeof value === 'bigint') return ['primitive', 'bigint', String(value)];
  if (typeof value === 'symbol') return symbols.encode(value);
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return ['primitive', 'number', Object.is(value, -0) ? '-0' : String(value)];
}
