import { ExactNumber } from './exact-number.ts';

export type Key = string | number;

/** The RFC 6901 pointer of something below `pointer`; `''` is the whole document. */
export function below(pointer: string, ...keys: readonly Key[]): string {
  return pointer + keys.map((key) => `/${escape(key)}`).join('');
}

/** The keys of a pointer, from the whole document down. */
export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What lies under a path, or undefined where the path leaves the document. Own properties only. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber || !Object.hasOwn(value, key))
      return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function escape(key: Key): string {
  return typeof key === 'number' ? `${key}` : key.replaceAll('~', '~0').replaceAll('/', '~1');
}
