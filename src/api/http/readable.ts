import type { Issue } from '../../ports/catalogues.ts';
import { isJsonNumber } from '../../text/exact-json.ts';
import { below } from '../../text/pointer.ts';
import { isTooLarge } from '../../text/too-large-number.ts';

const MAX_DEPTH = 64;

/**
 * What a JSON value holds that cannot be kept as it is: NUL characters and lone surrogates, which the database refuses, numbers
 * beyond double precision, keys that pollute prototypes, and nesting beyond 64 levels. Iterative, so that depth itself does no harm.
 */
export function unkeepable(value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: part, path } = next;
    if (typeof part === 'string' && !isKeepable(part)) issues.push(badText(path));
    if (isJsonNumber(part)) {
      if (isTooLarge(part)) issues.push(badNumber(path));
      continue;
    }
    if (typeof part !== 'object' || part === null) continue;
    if (path.length >= MAX_DEPTH) return [tooDeep(path)];
    for (const [key, child] of Object.entries(part)) {
      if (!isKeepable(key)) issues.push(badText(path));
      if (key === '__proto__' || (key === 'prototype' && path.at(-1) === 'constructor')) issues.push(badKey(path, key));
      open.push({ value: child, path: [...path, key] });
    }
  }
  return issues.toReversed();
}

/** Whether the database can keep a text byte for byte. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function badText(path: readonly string[]): Issue {
  return {
    pointer: below('', ...path),
    code: 'invalid_character',
    detail: 'NUL characters and lone surrogates cannot be stored; remove them.',
  };
}

/** Such keys change what every object inherits, in programs that copy them carelessly. */
function badKey(path: readonly string[], key: string): Issue {
  return { pointer: below('', ...path, key), code: 'forbidden_key', detail: `The key "${key}" is not allowed here.` };
}

function badNumber(path: readonly string[]): Issue {
  return {
    pointer: below('', ...path),
    code: 'invalid_number',
    detail: 'The number is too large: numbers go up to 1.7e308. Send a smaller number, or a text.',
  };
}

function tooDeep(path: readonly string[]): Issue {
  return { pointer: below('', ...path), code: 'too_deep', detail: `Nest at most ${MAX_DEPTH} levels.` };
}
