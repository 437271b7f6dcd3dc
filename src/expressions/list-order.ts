/** What `isUnique()` and `isSorted()` ask of a list, with the place that answers it. */
import { canonicalNumber, isJsonNumber } from '../text/exact-json.ts';
import { CalendarDate } from './dates.ts';
import { Broken, type Meter } from './meter.ts';
import { orderOf } from './operators.ts';
import { kindOf } from './values.ts';

/** The index of the first entry that equals an earlier one; undefined where no two are equal. */
export function repeatedAt(list: readonly unknown[], meter: Meter): number | undefined {
  const seen = new Set<string>();
  for (const [at, item] of list.entries()) {
    const key = keyOf(item, meter);
    if (seen.has(key)) return at;
    seen.add(key);
  }
  return undefined;
}

/** The index of the first entry that is less than the one before it; undefined where there is none. */
export function unsortedAt(list: readonly unknown[], meter: Meter): number | undefined {
  for (const [at, item] of list.entries()) {
    meter.spend();
    const before = at === 0 ? item : list[at - 1];
    const order = orderOf(before, item, meter);
    if (order === undefined)
      throw new Broken(
        at === 0
          ? `isSorted() needs numbers, texts or dates, and entry [0] is ${kindOf(item)}`
          : `isSorted() cannot compare ${kindOf(before)} with ${kindOf(item)}, entry [${at}]`,
      );
    if (order > 0) return at;
  }
  return undefined;
}

const MAX_DEPTH = 64;

/** One text for all values that are equal to each other: 1.10, 1.1; true and 1; objects in any order of their fields. */
function keyOf(value: unknown, meter: Meter, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Broken(`values nested deeper than ${MAX_DEPTH} levels cannot be compared`);
  meter.spend(typeof value === 'string' ? value.length : 0);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (isJsonNumber(value)) return numberKey(value, meter);
  if (Array.isArray(value)) return `[${value.map((item) => keyOf(item, meter, depth + 1)).join()}]`;
  if (typeof value !== 'object' || value === null || value instanceof CalendarDate)
    return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${keyOf(item, meter, depth + 1)}`,
  );
  return `{${fields.toSorted().join()}}`;
}

function numberKey(value: Parameters<typeof canonicalNumber>[0], meter: Meter): string {
  const text = canonicalNumber(value);
  meter.spend(text.length);
  return text;
}
