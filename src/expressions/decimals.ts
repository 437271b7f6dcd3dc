/**
 * The arithmetic of expressions (R107): decimals of 34 significant digits that round half to even, as in IEEE 754 decimal128. Operands
 * count with all their digits, only results are rounded.
 */
import { Decimal } from 'decimal.js';
import { exactDecimal } from '../text/exact-decimal.ts';
import { ExactNumber, isJsonNumber, numberOfText } from '../text/exact-json.ts';
import type { Arithmetic } from './expression.ts';
import { Broken, type Meter } from './meter.ts';

/** A number as JSON has it. Values enter and leave expressions as such. */
export type JsonNumber = number | ExactNumber;

const DIGITS = 34;

/** `modulo`: a remainder has the sign of the divisor, as in Python. Results below 1e-6176 are zero. */
const Rounded = Decimal.clone({
  precision: DIGITS,
  rounding: Decimal.ROUND_HALF_EVEN,
  modulo: Decimal.ROUND_FLOOR,
  toExpNeg: -7,
  toExpPos: 21,
  minE: -6176,
  maxE: 6144,
});

/** Holds every sum of such numbers without rounding. */
const Unrounded = Rounded.clone({ precision: 10_000 });

const LARGEST = new Rounded('1e308');
const MAX_LENGTH = 1_000;

/** The exact value of a number. Throws `Broken` for one that is too large or too long to calculate with. */
function decimalOf(value: JsonNumber): Decimal {
  if (lengthOf(value) > MAX_LENGTH)
    throw new Broken(`a number of ${lengthOf(value)} characters is too long to calculate with; at most ${MAX_LENGTH}`);
  return inRange(new Rounded(typeof value === 'number' ? value : value.text));
}

function lengthOf(value: JsonNumber): number {
  return typeof value === 'number' ? 0 : value.text.length;
}

function inRange(value: Decimal): Decimal {
  if (value.isNaN()) throw new Broken('the result is no real number');
  if (isTooLarge(value)) throw new Broken(TOO_LARGE);
  return value;
}

function isTooLarge(value: Decimal): boolean {
  return !value.isFinite() || (value.e > 307 && value.abs().greaterThan(LARGEST));
}

const TOO_LARGE = 'a number is beyond 1e308, the largest magnitude that expressions know';

/** The number that a decimal is: a `number` if it prints back the same, else an `ExactNumber`, with all digits of up to 34. */
function jsonNumberOf(value: Decimal): JsonNumber {
  const number = numberOfText(inRange(value).toString());
  const hasExponent = typeof number !== 'number' && value.e >= 21 && value.e < DIGITS;
  return hasExponent ? new ExactNumber(value.toFixed()) : number;
}

/** -1, 0 or 1, as the left number is less than, equal to or greater than the right one; exact. */
export function compareNumbers(left: JsonNumber, right: JsonNumber, meter: Meter): number {
  if (typeof left === 'number' && typeof right === 'number') return Math.sign(left - right);
  meter.spend(lengthOf(left) + lengthOf(right));
  const [a, b] = [exactDecimal(left), exactDecimal(right)];
  if (isTooLarge(a) || isTooLarge(b)) throw new Broken(TOO_LARGE);
  return a.comparedTo(b);
}

/** How far two numbers are apart. */
export function differenceOf(left: JsonNumber, right: JsonNumber): JsonNumber {
  return jsonNumberOf(decimalOf(left).minus(decimalOf(right)).abs());
}

export function calculateNumbers(operator: Arithmetic, left: JsonNumber, right: JsonNumber, meter: Meter): JsonNumber {
  const [a, b] = [decimalOf(left), decimalOf(right)];
  meter.spend(operator === '**' ? costOfPower(b) : (lengthOf(left) * lengthOf(right)) / 10);
  if (DIVIDING.has(operator) && b.isZero()) throw new Broken('a number is divided by zero');
  return jsonNumberOf(RESULT[operator](a, b));
}

const DIVIDING: ReadonlySet<Arithmetic> = new Set(['/', '//', '%']);

const RESULT: Readonly<Record<Arithmetic, (left: Decimal, right: Decimal) => Decimal>> = {
  '+': (left, right) => left.plus(right),
  '-': (left, right) => left.minus(right),
  '*': (left, right) => left.times(right),
  '/': (left, right) => left.dividedBy(right),
  '//': wholeQuotient,
  '%': (left, right) => left.modulo(right),
  '**': powerOf,
};

/** Rounded down, as in Python; `dividedToIntegerBy` rounds towards zero. */
function wholeQuotient(left: Decimal, right: Decimal): Decimal {
  const quotient = left.dividedToIntegerBy(right);
  const isBelow = left.isNegative() !== right.isNegative() && !left.modulo(right).isZero();
  return isBelow ? quotient.minus(1) : quotient;
}

function powerOf(base: Decimal, exponent: Decimal): Decimal {
  if (base.isZero() && exponent.isNegative() && !exponent.isZero()) throw new Broken('a number is divided by zero');
  return base.toPower(exponent);
}

/** What a power costs, in characters: a few multiplications, or logarithms of about a millisecond. */
function costOfPower(exponent: Decimal): number {
  return exponent.isInteger() && exponent.abs().lessThanOrEqualTo(64) ? 5_000 : 250_000;
}

/** The sum of numbers, rounded once, so that their order does not matter. */
export function sumOf(values: readonly JsonNumber[], meter: Meter): JsonNumber {
  return jsonNumberOf(new Rounded(exactSum(values, meter)).toSignificantDigits(DIGITS));
}

/** The arithmetic mean of at least one number, rounded once. */
export function averageOf(values: readonly JsonNumber[], meter: Meter): JsonNumber {
  return jsonNumberOf(new Rounded(exactSum(values, meter)).dividedBy(values.length));
}

function exactSum(values: readonly JsonNumber[], meter: Meter): Decimal {
  return values.reduce<Decimal>((sum, value) => {
    meter.spend(lengthOf(value));
    return sum.plus(decimalOf(value));
  }, new Unrounded(0));
}

export const ROUNDINGS = ['half-even', 'half-up'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** The number with at most so many digits after its point. A half goes to the even side, or with `half-up` away from zero. */
export function roundedTo(value: JsonNumber, digits: number, rounding: Rounding): JsonNumber {
  if (!Number.isInteger(digits) || digits < 0 || digits > DIGITS)
    throw new Broken(`round() keeps 0 to ${DIGITS} digits`);
  const mode = rounding === 'half-up' ? Decimal.ROUND_HALF_UP : Decimal.ROUND_HALF_EVEN;
  return jsonNumberOf(decimalOf(value).toDecimalPlaces(digits, mode));
}

/** The number with exactly so many digits after its point, rounded half to even: 1.1 with 2 is `1.10`. */
export function fixedText(value: JsonNumber, digits: number): string {
  if (!Number.isInteger(digits) || digits < 0 || digits > DIGITS)
    throw new Broken(`str() writes 0 to ${DIGITS} digits after the point`);
  const rounded = decimalOf(value).toDecimalPlaces(digits, Decimal.ROUND_HALF_EVEN);
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(digits);
}

/** The number without its fraction; exact. */
export function truncated(value: JsonNumber): JsonNumber {
  return jsonNumberOf(decimalOf(value).truncated());
}

export function absolute(value: JsonNumber): JsonNumber {
  return typeof value === 'number' ? Math.abs(value) : jsonNumberOf(decimalOf(value).abs());
}

export function negated(value: JsonNumber): JsonNumber {
  return typeof value === 'number' ? 0 - value : jsonNumberOf(decimalOf(value).negated());
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text writes, digit for digit, in the spellings of Python: ` 12 `, `+.5`, `1e3`. Undefined where it is none. */
export function readNumber(text: string): JsonNumber | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH || !NUMBER.test(written)) return undefined;
  return jsonNumberOf(new Rounded(written));
}

/** The value of a number literal, spelled as it is written. Throws an `Error` in words for one that is too large. */
export function literalNumber(text: string): JsonNumber {
  if (isTooLarge(new Rounded(text))) throw new Error(`${text} is too large: 1e308 is the largest magnitude`);
  return numberOfText(text.replace(/^0+(?=\d)/, '').replace(/^\./, '0.'));
}

/** The whole number that an index, a length or a count is; undefined for every other value. */
export function wholeOf(value: unknown): number | undefined {
  if (!isJsonNumber(value)) return undefined;
  const whole = typeof value === 'number' ? value : Number(value.text);
  const isExact = typeof value === 'number' || exactDecimal(value).equals(whole);
  return isExact && Number.isSafeInteger(whole) ? whole : undefined;
}
