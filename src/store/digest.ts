import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** `sha256:<hex>` of a text in UTF-8 (R38). */
export function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/** The digest of a value's RFC 8785 form: the same for every order of keys (R38). Throws on what is not JSON. */
export function digestOfJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError(`A digest needs a JSON value, not ${typeof value}.`);
  return digestOf(text);
}
