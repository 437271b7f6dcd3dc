/**
 * JSON in which a number stays as it was written. JavaScript's `number` is a double: it rounds 9007199254740993, prints `1.10` as `1.1`
 * and reads `1e400` as infinity. Every reader of JSON from outside uses `parseJson`, every writer of such values `stringifyJson`.
 */
import { Decimal } from 'decimal.js';
import { parse, stringify } from 'lossless-json';

/**
 * A JSON number that a double would not print back as it was written. `parseJson` makes one for exactly those texts, so a value is a
 * `number` wherever nothing is lost.
 */
export class ExactNumber {
  /** The number as it stood in the JSON text, for example `7300000000000000001` or `1.10`. */
  readonly text: string;

  /** Throws a `RangeError` unless the text is a JSON number. */
  constructor(text: string) {
    if (!JSON_NUMBER.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a number of JSON`);
    this.text = text;
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  /**
   * What `JSON.stringify` writes: the digits as they are. Node 20 lacks `JSON.rawJSON` and gets them in quotation marks; `stringifyJson`
   * writes a number there too.
   */
  toJSON(): unknown {
    return rawJson === undefined ? this.text : rawJson(this.text);
  }

  /** Throws, because every use of it as a double could lose digits. Compare `text`, or calculate with a decimal library. */
  valueOf(): never {
    throw new TypeError(`${this.text} has more digits than a JavaScript number keeps; use its text`);
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const rawJson: ((text: string) => unknown) | undefined = Reflect.get(JSON, 'rawJSON');

/**
 * The value of a JSON text, as `JSON.parse` reads it, but each number that a double would print otherwise is an `ExactNumber`. Of a member
 * that is named twice the last one counts. Throws a `SyntaxError` in the words of `JSON.parse`, and a `RangeError` for a text that nests
 * thousands of levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_CHANGE.test(text)) return value;
  return parse(text, undefined, { parseNumber: numberOfText, onDuplicateKey: ({ newValue }) => newValue });
}

/** Some number may print back otherwise: sixteen digits or more, an exponent, an idle zero at its end, minus zero. */
const MAY_CHANGE = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|-0/;

/** The number that a JSON text writes: a `number` if it prints back the same, else an `ExactNumber`. */
export function numberOfText(text: string): number | ExactNumber {
  const value = Number(text);
  return String(value) === text ? value : new ExactNumber(text);
}

/** As `JSON.stringify`, on every version of Node: an `ExactNumber` is written with its own digits, as a number. */
export function stringifyJson(value: unknown, space?: number): string | undefined {
  return stringify(value, undefined, space, [
    { test: (part) => part instanceof ExactNumber, stringify: (part) => String(part) },
  ]);
}

/** Whether a value is a number of JSON, exact or not. */
export function isJsonNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Digits without which a sum or a product would round: more than any JSON number of a megabyte has. */
const Exact = Decimal.clone({ precision: 1_000_000_000, minE: -9e15, maxE: 9e15, toExpNeg: -7, toExpPos: 21 });

/** The value as a decimal, digit for digit. */
export function exactDecimal(value: number | ExactNumber): Decimal {
  return new Exact(typeof value === 'number' ? value : value.text);
}

/** The one spelling of a number's value: `1.10`, `1.1` and `11e-1` are `1.1`; beyond 21 digits it has an exponent, as in JavaScript. */
export function canonicalNumber(value: number | ExactNumber): string {
  return typeof value === 'number' ? String(value + 0) : String(exactDecimal(value).plus(0));
}

/** Magnitudes beyond 1e308 have no double near them; they are refused where they come in. */
export function isTooLarge(value: ExactNumber): boolean {
  return exactDecimal(value).abs().greaterThan('1e308');
}

/** A number of the same value where a double has it, for code that takes plain numbers: `1.10` is 1.1. Others stay as they are. */
export function plainNumber(value: number | ExactNumber): number | ExactNumber {
  if (typeof value === 'number') return value;
  const double = Number(value.text);
  return Number.isFinite(double) && canonicalNumber(double) === canonicalNumber(value) ? double : value;
}

/** The value with each number in it as `plainNumber` has it: what own parts in TypeScript and clients receive. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) return plainNumber(value);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withPlainNumbers(part)]));
}
