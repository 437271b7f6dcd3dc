/** Readers for what a provider sends: whatever it is, they answer and never throw. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under the keys, one level each; undefined when there is none. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), value);
}

/** A text with at least one character. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Characters of the JSON text of a value; infinite where it is nested too deep to be kept. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return isShallow(value, DEEPEST) ? (JSON.stringify(value) ?? '').length : Number.POSITIVE_INFINITY;
}

/** Levels; providers use a few, and what walks over a value does so by recursion. */
const DEEPEST = 64;

function isShallow(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((each) => isShallow(each, most - 1));
}

/** The JSON value of a text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
