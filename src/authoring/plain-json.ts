import { parseJson, stringifyJson } from '../text/exact-json.ts';
import { isPlain, whyNotJson } from '../text/why-not-json.ts';

/** Characters of JSON. */
const MOST = 4 * 1024 * 1024;

/** A copy as plain JSON with all digits, frozen through and through. Throws a `TypeError` that names the place of what JSON has no word for. */
export function plainJson(value: unknown, what: string): unknown {
  const why = whyNotJson(value, what);
  if (why !== undefined) throw new TypeError(why);
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
