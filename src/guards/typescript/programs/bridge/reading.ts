/** Reads what came over the line, which may hold anything. */

export function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

export function listIn(wire: unknown): readonly unknown[] {
  if (isArray(wire)) return wire;
  throw new TypeError('a list was to come');
}

export function textIn(wire: unknown): string {
  if (typeof wire === 'string') return wire;
  throw new TypeError('a text was to come');
}

/** The parts of a line. */
export function partsOf(payload: string): readonly unknown[] {
  return listIn(JSON.parse(payload));
}
