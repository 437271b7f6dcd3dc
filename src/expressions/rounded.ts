import { Broken } from './meter.ts';

/** A number with so many digits after the point; exactly half goes to the even side, as in Python (R107). */
export function rounded(value: number, digits: number): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15) throw new Broken('round() keeps 0 to 15 digits');
  const size = Math.abs(value);
  // From there on every number is whole, and has too many digits for `toFixed`.
  if (size >= 1e21) return value;
  const up = size.toFixed(digits);
  const isEven = Number(up.at(-1)) % 2 === 0;
  const exact = isEven || !isHalf(size, digits) ? Number(up) : Number(up) - 10 ** -digits;
  // Never minus zero.
  return Math.sign(value) * Number(exact.toFixed(digits)) + 0;
}

/** Whether what follows the last digit that is kept is exactly one half: `toFixed` is exact. */
function isHalf(size: number, digits: number): boolean {
  return /^50*$/.test(size.toFixed(100).split('.')[1]?.slice(digits) ?? '');
}
