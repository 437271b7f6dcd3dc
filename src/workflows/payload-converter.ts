import {
  type ConverterHint,
  defaultPayloadConverter,
  METADATA_ENCODING_KEY,
  type Payload,
  type PayloadConverter,
  type SerializationContext,
} from '@temporalio/common';
import { decode, encode } from '@temporalio/common/lib/encoding.js';
import { parseJson, parseStored } from '../text/exact-json.ts';

/** Why the argument of a message cannot be read, without anything of its content. */
export interface Unreadable {
  /** As its sender named it, shortened and in plain letters; empty where none is named. */
  readonly encoding: string;
  readonly fault: 'encoding' | 'text' | 'binary' | 'utf-8';
  /** What was made of it before such arguments were refused; left out where it failed the workflow task. */
  readonly formerly?: unknown;
}

/**
 * How workflows and activities read payloads: numbers of users, such as what a definition gives an external activity, keep their digits. The SDK
 * loads this file by its path, in the bundle and in the worker.
 *
 * Anyone can send a run anything, and what throws here fails the workflow task for ever: an argument that is neither readable JSON nor
 * nothing comes as bytes, which JSON cannot make, and `unreadableOf` says what they stand for (R92). Arguments and results of activities are
 * our own and stay strict: they have a context of their own.
 */
export const payloadConverter: PayloadConverter = {
  toPayload: (value, context, hint) => defaultPayloadConverter.toPayload(value, context, hint),
  fromPayload<Value>(payload: Payload, context?: SerializationContext, hint?: ConverterHint<Value>): Value {
    const unreadable = context?.type === 'workflow' ? faultOf(payload) : undefined;
    const read = unreadable === undefined ? payload : standIn(unreadable);
    if (encodingOf(read) === 'json/plain' && read.data) return parseStored(decode(read.data));
    return defaultPayloadConverter.fromPayload<Value>(read, context, hint);
  },
};

/** Undefined when the value was read. */
export function unreadableOf(value: unknown): Unreadable | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const report: Unreadable = JSON.parse(decode(value));
  return report;
}

function standIn(unreadable: Unreadable): Payload {
  return defaultPayloadConverter.toPayload(encode(JSON.stringify(unreadable)));
}

function faultOf(payload: Payload): Unreadable | undefined {
  const encoding = encodingOf(payload);
  if (encoding === 'binary/null') return undefined;
  if (encoding === 'binary/plain') return { encoding, fault: 'binary', formerly: {} };
  if (encoding !== 'json/plain') return { encoding: shown(encoding), fault: 'encoding' };
  try {
    const formerly = parseJson(decode(payload.data ?? new Uint8Array()));
    return isUtf8(payload.data ?? new Uint8Array()) ? undefined : { encoding, fault: 'utf-8', formerly };
  } catch {
    return { encoding, fault: 'text' };
  }
}

/** The SDK puts other characters in the place of such bytes; only a text that has some need be looked at closely. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = decode(bytes);
  if (text.isWellFormed() && !text.includes('\uFFFD')) return true;
  const again = encode(text);
  return again.length === bytes.length && again.every((byte: number, index: number) => byte === bytes[index]);
}

function encodingOf({ metadata }: Payload): string {
  const named = metadata?.[METADATA_ENCODING_KEY];
  return named ? decode(named) : '';
}

const LONGEST_NAME = 60;

function shown(encoding: string): string {
  return encoding.slice(0, LONGEST_NAME).replaceAll(/[^\x20-\x7e]|"/g, '?');
}
