import { ExactNumber, stringifyJson } from '../text/exact-json.ts';
import { isObject, isScalar } from './values.ts';

/**
 * A value as JSON, or undefined where that has more than `limit` characters or nests deeper than 64 levels. The walk stops where the
 * limit is reached: lists that hold one another many times over would be written out for ever.
 */
export function boundedJson(value: unknown, limit: number): string | undefined {
  const left = { characters: limit };
  return fits(value, left, 0) ? stringifyJson(value) : undefined;
}

const MAX_DEPTH = 64;

function fits(value: unknown, left: { characters: number }, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  left.characters -= sizeOf(value);
  if (left.characters < 0) return false;
  if (Array.isArray(value)) return value.every((item) => fits(item, left, depth + 1));
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, item]) => {
    left.characters -= key.length + 4;
    return fits(item, left, depth + 1);
  });
}

/** Characters of the value itself, and of the brackets or the comma around it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length > 1_000 ? value.length + 3 : JSON.stringify(value).length + 1;
  if (value instanceof ExactNumber) return value.text.length + 1;
  return isScalar(value) ? 9 : 3;
}
