import { type DecoderParts, decoderOf } from './decoder.ts';
import { type EncoderParts, encoderOf } from './encoder.ts';
import { givenObjects } from './given.ts';
import type { Encoder } from './kinds.ts';
import { isObject } from './reading.ts';

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

export function codecOf(parts: EncoderParts & DecoderParts): Codec {
  const standIns = new WeakSet<object>();
  const given = givenObjects();
  return {
    ...encoderOf(parts, given, (value) => standIns.has(value)),
    decode: decoderOf(parts, standIns),
    isGiven: (value) => isObject(value) && given.has(value),
    settle: given.settle,
  };
}
