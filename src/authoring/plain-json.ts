import { ExactNumber, parseJson, stringifyJson } from '../text/exact-json.ts';

/** Characters of JSON. */
const MOST = 4 * 1024 * 1024;

/** A copy as plain JSON with all digits, frozen through and through. Throws a `TypeError` that names the place of what JSON has no word for. */
export function plainJson(value: unknown, what: string): unknown {
  mustBeJson(value, what);
  const text = stringifyJson(value) ?? 'null';
  if (text.length > MOST) throw new TypeError(`${what} is larger than ${MOST} characters of JSON`);
  return frozen(parseJson(text));
}

/** The same value; objects and lists in it are frozen, of other things only plain ones. */
export function frozen<Value>(value: Value): Value {
  if (!isPlain(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

/** A property without a value counts as left out. */
function mustBeJson(value: unknown, place: string, above: readonly unknown[] = []): void {
  if (above.includes(value)) throw new TypeError(`${place} contains itself; JSON cannot`);
  if (isPlain(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (part !== undefined) mustBeJson(part, `${place}.${key}`, [...above, value]);
    }
    return;
  }
  const isScalar =
    value === null ||
    ['string', 'boolean'].includes(typeof value) ||
    Number.isFinite(value) ||
    value instanceof ExactNumber;
  if (!isScalar && value !== undefined) throw new TypeError(`${place} is ${nameOf(value)}, which is not plain JSON`);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${value.constructor.name}`;
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
