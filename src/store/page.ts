import { BadCursor, type Page, type PageRequest } from '../ports/store.ts';

type Key = string | number;

/**
 * Where a page begins: the sort key of the last row before it, as numbers and texts. A cursor names its list, so that one list's
 * cursor is refused by another.
 */
export function cursorOf(list: string, key: readonly Key[]): string {
  return Buffer.from(JSON.stringify([list, ...key]), 'utf8').toString('base64url');
}

/**
 * The key in a request's cursor, or as many nulls when there is none.
 * @param shape the types of the key's parts
 * @throws BadCursor when it is not one of this list's (R57)
 */
export function keyIn(
  list: string,
  { cursor }: PageRequest,
  shape: readonly ('number' | 'string')[],
): readonly (Key | null)[] {
  if (cursor === undefined) return shape.map(() => null);
  const [name, ...parts] = decode(cursor);
  const key = parts.filter((part, at): part is Key => isPart(part, shape[at]));
  if (name !== list || parts.length !== shape.length || key.length !== shape.length) {
    throw new BadCursor('The cursor is not one that this list gave out. Start again without it.');
  }
  return key;
}

/** Cuts rows, of which one more than the limit was asked for, to a page. */
export function pageOf<Row, Out>(
  rows: readonly Row[],
  { limit }: PageRequest,
  cursor: (last: Row) => string,
  out: (row: Row) => Out,
): Page<Out> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown.map(out), nextCursor: rows.length > limit && last !== undefined ? cursor(last) : null };
}

function decode(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isPart(part: unknown, type: 'number' | 'string' | undefined): part is Key {
  if (type === 'number') return Number.isSafeInteger(part);
  return type === 'string' && typeof part === 'string' && !part.includes('\u0000');
}
