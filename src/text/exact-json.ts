/**
 * JSON in which a number stays as it was written. JavaScript's `number` is a double: it rounds 9007199254740993, prints `1.10` as `1.1`
 * and reads `1e400` as infinity. Every reader of JSON from outside uses `parseJson`, every writer of such values `stringifyJson`.
 */
import { parse, stringify } from 'lossless-json';
import { ExactNumber, rawJson } from './exact-number.ts';

export { ExactNumber };

/**
 * The value of a JSON text, as `JSON.parse` reads it, but each number that a double would print otherwise is an `ExactNumber`. Of a member
 * that is named twice the last one counts. Throws a `SyntaxError` in the words of `JSON.parse`, and a `RangeError` for a text that nests
 * thousands of levels deep.
 */
export function parseJson(text: string): unknown {
  if (givesSource) return MAY_CHANGE.test(text) ? JSON.parse(text, revived) : JSON.parse(text);
  const value: unknown = JSON.parse(text);
  if (!MAY_CHANGE.test(text)) return value;
  return parse(text, undefined, { parseNumber: numberOfText, onDuplicateKey: ({ newValue }) => newValue });
}

/** As `parseJson`, for texts that dsap itself has written: the caller states the type. */
export function parseStored(text: string): ReturnType<typeof JSON.parse> {
  return parseJson(text);
}

/**
 * Some number may print back otherwise: 16 characters or more, an exponent, a zero at the end of its fraction, below 1e-6, minus zero. What
 * stands around it keeps digests and most other texts out, for the slow way is taken for all of the text.
 */
const MAY_CHANGE = /(?:^|[\s:,[])-?(?:\d(?:[\d.]{15,}|[\d.]*[eE][\d+-]+|\d*\.\d*0|\.0{6}\d*)|(?<=-)0)(?=[\s,}\]]|$)/;

/** What `JSON.parse` tells of a value beside its key; Node 20 and older browsers do not. */
interface Source {
  readonly source?: string;
}

const revived = (_key: string, value: unknown, { source }: Source = {}): unknown =>
  typeof value === 'number' && source !== undefined ? numberOfText(source) : value;

const givesSource = JSON.parse('1', (_key: string, _value: unknown, { source }: Source = {}) => source) === '1';

/** The number that a JSON text writes: a `number` if it prints back the same, else an `ExactNumber`. */
export function numberOfText(text: string): number | ExactNumber {
  const value = Number(text);
  return String(value) === text ? value : new ExactNumber(text);
}

/** As `JSON.stringify`, on every version of Node: an `ExactNumber` is written with its own digits, as a number. */
export function stringifyJson(value: unknown, space?: number): string | undefined {
  if (rawJson !== undefined) return JSON.stringify(value, undefined, space);
  return stringify(value, undefined, space, [
    { test: (part) => part instanceof ExactNumber, stringify: (part) => String(part) },
  ]);
}

/** Whether a value is a number of JSON, exact or not. */
export function isJsonNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/**
 * The one spelling of a number's value: `1.10`, `1.1` and `11e-1` are `1.1`; beyond 21 digits it has an exponent. It is the spelling that
 * JavaScript gives to a double, for any number of digits.
 */
export function canonicalNumber(value: number | ExactNumber): string {
  if (typeof value === 'number') return String(value + 0);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER_PARTS.exec(value.text) ?? [];
  const written = (whole + fraction).replace(/^0+/, '');
  const digits = withoutZerosAtEnd(written);
  if (digits === '') return '0';
  /** Where the point stands: the value is 0.digits times ten to the power of this. */
  const point = Number(exponent) - fraction.length + written.length;
  const count = digits.length;
  if (count <= point && point <= 21) return `${sign}${digits}${'0'.repeat(point - count)}`;
  if (0 < point && point <= 21) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  if (-6 < point && point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const power = point - 1;
  return `${sign}${digits[0]}${count > 1 ? `.${digits.slice(1)}` : ''}e${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

const NUMBER_PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A loop, since a pattern for zeros at the end looks at each run of zeros more than once. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/**
 * The one spelling of a JSON value: members by name, no white space, numbers by their value (RFC 8785, but `ExactNumber`s keep all
 * digits). Two values are equal if they have the same spelling. Throws a `TypeError` on what is not JSON.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  if (isJsonNumber(value) && !(typeof value === 'number' && !Number.isFinite(value))) return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map((part: unknown) => canonicalJson(part ?? null)).join()}]`;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} is not JSON`);
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join()}}`;
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

/**
 * Returns the value with the digits that `written` has: each number that equals the one in the same place there is spelled as it is there.
 * For what went through code that takes plain numbers and goes on as text.
 */
export function withDigitsOf(written: unknown, value: unknown): unknown {
  if (isJsonNumber(value))
    return written instanceof ExactNumber && canonicalNumber(written) === canonicalNumber(value) ? written : value;
  if (Array.isArray(value))
    return value.map((part: unknown, index) => withDigitsOf(Array.isArray(written) ? written[index] : undefined, part));
  if (typeof value !== 'object' || value === null) return value;
  const before = typeof written === 'object' && written !== null ? new Map(Object.entries(written)) : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withDigitsOf(before?.get(key), part)]));
}
