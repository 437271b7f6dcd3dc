import { keysOf, valueAt } from '../../../text/pointer.ts';

/** An input to be filled in, as JSON: each value that is needed, empty. */
export function emptyInput(needs: readonly string[]): string {
  const input = {};
  for (const pointer of needs)
    if (!needs.some((other) => other.startsWith(`${pointer}/`))) put(input, keysOf(pointer), '');
  return JSON.stringify(input, null, 2);
}

/** Which of the needed values an input leaves out or empty, in a sentence; undefined where it has all. */
export function lackOf(input: unknown, needs: readonly string[]): string | undefined {
  const names = needs
    .map(keysOf)
    .filter((keys) => isLeftOut(valueAt(input, keys)))
    .map((keys) => keys.join('.'));
  if (names.length === 0) return undefined;
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} needed.`;
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === '';
}

/** Puts a value into an object, by the keys that lead to it. */
export function put(object: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  const inner: unknown = rest.length === 0 ? value : (Object.getOwnPropertyDescriptor(object, name)?.value ?? {});
  if (rest.length > 0) put(Object(inner), rest, value);
  Object.defineProperty(object, name, { value: inner, enumerable: true, configurable: true, writable: true });
}
