/** What is to be known of an object to stand in for it. */
export interface Shape {
  readonly kind: 'function' | 'constructor' | 'promise' | 'object';
  readonly prototype: object | null;
}

export function kindOf(value: object): Shape['kind'] {
  if (value instanceof Promise) return 'promise';
  if (typeof value !== 'function') return 'object';
  return isConstructor(value) ? 'constructor' : 'function';
}

/** Asks without running it. */
function isConstructor(value: Function): boolean {
  try {
    Reflect.construct(Object, [], value);
    return true;
  } catch {
    return false;
  }
}
