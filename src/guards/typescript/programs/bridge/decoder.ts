import type { Identities } from './identities.ts';
import { intrinsicNamed } from './intrinsics.ts';
import { KINDS } from './kinds.ts';
import { isArray, isObject, textIn } from './reading.ts';
import type { Shape } from './shape.ts';
import type { Symbols } from './symbols.ts';

export interface DecoderParts {
  readonly identities: Identities;
  readonly symbols: Symbols;
  /** What stands here for an object of the other end. */
  readonly standIn: (id: string, shape: Shape) => object;
}

/** Reads values of the other end. `standIns`: takes what stands here for its objects. Throws for what it cannot have written. */
export function decoderOf(
  { identities, symbols, standIn }: DecoderParts,
  standIns: Pick<WeakSet<object>, 'add'>,
): (wire: unknown) => unknown {
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
        return known(identities, textIn(first));
      case 'introduce':
        return meet(textIn(first), second, decode(third));
      default:
        return decodeCopy(tag, textIn(first), second === true, third);
    }
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
    // What is in it may be a notification even where it is none itself.
    const target = there === undefined || isSettled ? kind.make(content) : there;
    if (there === undefined) identities.adopt(id, target);
    kind.fill(target, content, decode);
    if (isSettled) return there;
    return isFrozen ? Object.freeze(target) : target;
  }

  return decode;
}

function known(identities: Identities, id: string): object {
  const found = identities.find(id);
  if (found === undefined) throw new TypeError(`nothing is known as ${id}`);
  return found;
}

function decodePrimitive(type: string, text: unknown): unknown {
  if (type === 'number') return Number(text);
  return type === 'bigint' ? BigInt(textIn(text)) : undefined;
}
