import { createRequire } from 'node:module';
import type { Format } from 'ajv';
import { parse } from 'bcp-47';
import { isValidBIC, isValidIBAN } from 'ibantools';
import isEan from 'validator/lib/isEAN.js';
import isIsbn from 'validator/lib/isISBN.js';
import currencies from 'validator/lib/isISO4217.js';
import countries from 'validator/lib/isISO31661Alpha2.js';
import isLuhn from 'validator/lib/isLuhnNumber.js';
import { fieldOf } from '../../text/loose.ts';

/** The formats that dsap adds to those of `ajv-formats`; `SCHEMA_FORMATS` says what each demands. */
export const BUSINESS_FORMATS: Readonly<Record<string, Format>> = {
  iban: checked(34, isValidIBAN),
  bic: checked(11, (text) => text === text.toUpperCase() && isValidBIC(text)),
  luhn: checked(64, (text) => /^[0-9]{2,}$/.test(text) && isLuhn.default(text)),
  ean: checked(14, (text) => isEan.default(text)),
  isbn: checked(17, (text) => ISBN.test(text) && isIsbn.default(text)),
  currency: checked(3, isCurrency),
  country: checked(2, (text) => isUpperCase(text) && countries.default(text)),
  language: checked(255, isLanguageTag),
  'phone-e164': /^\+[1-9][0-9]{6,14}$/,
};

/** A format for texts of at most `longest` UTF-16 units: no library sees a longer text. */
function checked(longest: number, validate: (text: string) => boolean): Format {
  return { type: 'string', validate: (text: string) => text.length <= longest && validate(text) };
}

function isUpperCase(text: string): boolean {
  return /^[A-Z]+$/.test(text);
}

/** Ten digits, of which the last may be X, or thirteen of an ISBN range (979-0 is music); single hyphens may stand between them. */
const ISBN = /^(?:(?:[0-9]-?){9}[0-9X]|9-?7-?(?:8|9-?[1-9])(?:-?[0-9]){9,10})$/;

/** Changes of ISO 4217 that `validator` does not have yet. */
const ADDED_CURRENCIES: ReadonlySet<string> = new Set(['XAD', 'XCG', 'ZWG']);
const WITHDRAWN_CURRENCIES: ReadonlySet<string> = new Set(['ANG', 'BGN', 'SLL', 'ZWL']);

function isCurrency(code: string): boolean {
  if (!isUpperCase(code) || WITHDRAWN_CURRENCIES.has(code)) return false;
  return ADDED_CURRENCIES.has(code) || currencies.default(code);
}

/** Whether a tag is valid by RFC 5646 2.2.9: well-formed, and each of its parts is in IANA's registry. Deprecated parts are valid. */
function isLanguageTag(tag: string): boolean {
  if (tag.endsWith('-')) return false;
  const { language, extendedLanguageSubtags, script, region, variants, extensions, privateuse, irregular, regular } =
    parse(tag, { normalize: false });
  if (irregular || regular) return true;
  if (!language) return privateuse.length > 0;
  const lower = variants.map((variant) => variant.toLowerCase());
  const singletons = extensions.map(({ singleton }) => singleton.toLowerCase());
  return (
    isRegistered(language, 'language') &&
    extendedLanguageSubtags.length <= 1 &&
    extendedLanguageSubtags.every((subtag) => isRegistered(subtag, 'extlang')) &&
    (!script || isRegistered(script, 'script')) &&
    (!region || isRegistered(region, 'region')) &&
    lower.every((variant) => isRegistered(variant, 'variant')) &&
    [lower, singletons].every((parts) => new Set(parts).size === parts.length)
  );
}

/** Ranges of the registry that are for private use. */
const PRIVATE: Readonly<Record<string, RegExp>> = {
  language: /^q[a-t][a-z]$/,
  script: /^qa(?:a[a-z]|b[a-x])$/,
  region: /^(?:q[m-z]|x[a-z])$/,
};

function isRegistered(subtag: string, type: string): boolean {
  const key = subtag.toLowerCase();
  return fieldOf(fieldOf(registry(), key), type) !== undefined || PRIVATE[type]?.test(key) === true;
}

let known: unknown;

/** IANA's registry of subtags, read when it is first needed: 300 kB. */
function registry(): unknown {
  known ??= createRequire(import.meta.url)('language-subtag-registry/data/json/index.json');
  return known;
}
