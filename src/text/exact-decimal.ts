import { Decimal } from 'decimal.js';
import type { ExactNumber } from './exact-number.ts';

/** Precision at which no sum or product of numbers of a megabyte rounds. */
const Exact = Decimal.clone({ precision: 1_000_000_000, minE: -9e15, maxE: 9e15, toExpNeg: -7, toExpPos: 21 });

/** The value as a decimal, digit for digit. A module of its own, so that clients do not carry the library of decimals. */
export function exactDecimal(value: number | ExactNumber): Decimal {
  return new Exact(typeof value === 'number' ? value : value.text);
}
