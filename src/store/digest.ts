import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** `sha256:<hex>` of a text in UTF-8 (R38). */
export function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/**
 * The digest of a value's RFC 8785 form: the same for every order of keys (R38). Half a surrogate pair, which that form refuses and
 * JSON allows, counts as U+FFFD, as it does in UTF-8. Throws on what is not JSON.
 */
export function digestOfJson(value: unknown): string {
  const text = canonicalize(wellFormed(value));
  if (text === undefined) throw new TypeError(`A digest needs a JSON value, not ${typeof value}.`);
  return digestOf(text);
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key.toWellFormed(), wellFormed(field)]));
}
