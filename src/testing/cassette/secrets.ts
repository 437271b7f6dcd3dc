import { ExactNumber } from '../../text/exact-number.ts';

/** What stands where a secret stood. */
const HIDDEN = '[secret]';

/** Variables of the environment that hold a secret, by their names. */
const NAMES = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Shorter values are words of every day, and hiding them would hide those. */
const SHORTEST = 8;

/** Secrets that tell by their form what they are. */
const FORMS = [
  /\bsk-[\w-]{16,}/g,
  /\bdsap_[0-9A-Za-z]{12}_[0-9A-Za-z]{40,}/g,
  /\bwhsec_[\w+/=-]{16,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bgh[opsru]_[0-9A-Za-z]{20,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
];
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{16,}/gi;

/** The secrets of an environment. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) => (NAMES.test(name) ? [value] : []));
}

/** Takes secrets out of JSON: these values, however they are written, and whatever has the form of one. */
export function scrubber(secrets: readonly string[]): <Value>(value: Value) => Value {
  const known = secrets.filter((secret) => secret.length >= SHORTEST);
  const written = known.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]);
  // The longest first: one may be a part of another.
  const values = [...new Set(written)].toSorted((a, b) => b.length - a.length);
  const scrub = (text: string): string => {
    const without = values.reduce((said, secret) => said.replaceAll(secret, HIDDEN), text);
    return FORMS.reduce((said, form) => said.replaceAll(form, HIDDEN), without).replaceAll(BEARER, `$1${HIDDEN}`);
  };
  return (value) => scrubbed(value, scrub);
}

/** Every text in it, names of fields too. */
function scrubbed<Value>(value: Value, scrub: (text: string) => string): Value;
function scrubbed(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((one: unknown) => scrubbed(one, scrub));
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [scrub(name), scrubbed(field, scrub)]));
}
