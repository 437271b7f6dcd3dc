import { createHash } from 'node:crypto';
import { canonicalJson, ExactNumber } from '../text/exact-json.ts';

/** `sha256:<hex>` of a text in UTF-8 (R38). */
export function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/**
 * The digest of a value's RFC 8785 form: the same for every order of keys, and for every spelling of a number (R38). Half a surrogate pair,
 * which that form refuses and JSON allows, counts as U+FFFD, as it does in UTF-8. Throws on what is not JSON.
 */
export function digestOfJson(value: unknown): string {
  return digestOf(canonicalJson(wellFormed(value)));
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key.toWellFormed(), wellFormed(field)]));
}
