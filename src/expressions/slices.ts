import { wholeOf } from './decimals.ts';
import { Broken, type Meter } from './meter.ts';
import { charactersOf, kindOf } from './values.ts';

/** `x[from:to:step]` of a list or of a text's characters, as in Python (R107). */
export function sliceOf([value, from, to, step]: readonly unknown[], meter: Meter): unknown {
  if (typeof value !== 'string' && !Array.isArray(value)) throw new Broken(`${kindOf(value)} cannot be sliced`);
  const items: readonly unknown[] = typeof value === 'string' ? charactersOf(value) : value;
  meter.spend(items.length);
  const by = boundOf(step) ?? 1;
  if (by === 0) throw new Broken('the step of a slice is not zero');
  const found: unknown[] = [];
  const last = items.length - 1;
  const [begins, ends] = by > 0 ? [0, items.length] : [last, -1];
  const first = limited(boundOf(from), begins, by, items.length);
  const end = limited(boundOf(to), ends, by, items.length);
  for (let at = first; by > 0 ? at < end : at > end; at += by) found.push(items[at]);
  return typeof value === 'string' ? found.join('') : found;
}

function boundOf(value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  const whole = wholeOf(value);
  if (whole === undefined) throw new Broken(`the bounds of a slice are whole numbers, not ${kindOf(value)}`);
  return whole;
}

/** From the end where it is below zero, and never outside. */
function limited(bound: number | undefined, otherwise: number, by: number, length: number): number {
  if (bound === undefined) return otherwise;
  const at = bound < 0 ? bound + length : bound;
  return by > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1);
}
