import { noFunction } from './calls.ts';
import { FORBIDDEN_KEYS, FUNCTIONS, METHODS, OPERATOR_WORDS } from './expression.ts';

/**
 * Why a text is not only unreadable or false but hostile: it calls something that is not one of the functions, or names a property by
 * which data leads to code. Undefined for every other text, readable or not.
 */
export function reachesOut(text: string): string | undefined {
  const plain = text.slice(0, LOOKED_AT).replaceAll(STRINGS, (found) => (INSIDE.test(found) ? found : '""'));
  for (const [, before = '', name = ''] of plain.matchAll(CALLS)) {
    const allowed = before === '.' ? ON_VALUES.has(name) : WORDS.has(name);
    if (!allowed) return noFunction(name);
  }
  const key = plain.match(KEYS)?.find((word) => FORBIDDEN_KEYS.has(word) || word.startsWith('__'));
  return key === undefined ? undefined : `"${key}" cannot be read`;
}

/** Longer ones are refused by their length wherever they are read. */
const LOOKED_AT = 4_096;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
/** A string that is a property's name: `x["__proto__"]`. */
const INSIDE = /^["']_*(?:proto|constructor|prototype)_*["']$/;
const CALLS = /(\.?)\s*\b([A-Za-z_]\w*)\s*\(/g;
const KEYS = /[A-Za-z_]\w*/g;
const WORDS: ReadonlySet<string> = new Set([...FUNCTIONS, ...OPERATOR_WORDS]);
const ON_VALUES: ReadonlySet<string> = new Set(['get', ...METHODS]);
