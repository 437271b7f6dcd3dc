import { isJsonNumber } from './exact-json.ts';

/**
 * Returns why `JSON.stringify` would not write all of a value, with the place of the part, below `place`. Undefined for plain JSON: objects, lists,
 * texts, finite numbers, booleans and null. A property without a value counts as left out.
 */
export function whyNotJson(value: unknown, place: string, above: readonly unknown[] = []): string | undefined {
  if (above.includes(value)) return `${place} contains itself; JSON cannot`;
  if (isPlain(value)) {
    for (const [key, part] of Object.entries(value)) {
      const why = part === undefined ? undefined : whyNotJson(part, `${place}.${key}`, [...above, value]);
      if (why !== undefined) return why;
    }
    return undefined;
  }
  const isScalar =
    value === null ||
    ['string', 'boolean', 'undefined'].includes(typeof value) ||
    (isJsonNumber(value) && !(typeof value === 'number' && !Number.isFinite(value)));
  return isScalar ? undefined : `${place} is ${nameOf(value)}, which is not plain JSON`;
}

/** Whether a value is a list, or an object of no class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${value.constructor.name}`;
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
