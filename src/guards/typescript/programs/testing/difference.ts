import { isArray, isObject } from '../bridge/reading.ts';
import { show } from './show.ts';

/** How alike two values must be. */
export interface Likeness {
  /** They are of the same class. */
  readonly sameClass: boolean;
  /** A property that is undefined is another thing than none. */
  readonly countsUndefined: boolean;
  /** `1` is like `'1'`. */
  readonly convertsPrimitives: boolean;
  /** The expected object may lack properties. */
  readonly isPartial: boolean;
}

export const STRICT: Likeness = {
  sameClass: true,
  countsUndefined: true,
  convertsPrimitives: false,
  isPartial: false,
};
export const LOOSE: Likeness = { ...STRICT, sameClass: false, convertsPrimitives: true };
export const BY_CONTENT: Likeness = { ...STRICT, sameClass: false, countsUndefined: false };
export const PARTIAL: Likeness = { ...BY_CONTENT, isPartial: true };

/** Where two values first differ, such as `at .items[0]: 1 !== 2`; undefined where they are alike. */
export function difference(actual: unknown, expected: unknown, likeness: Likeness): string | undefined {
  const found = compare(actual, expected, { likeness, path: '', pairs: [] });
  if (found === undefined) return undefined;
  return found.path === '' ? found.problem : `at ${found.path}: ${found.problem}`;
}

interface Difference {
  readonly path: string;
  readonly problem: string;
}

interface Place {
  readonly likeness: Likeness;
  readonly path: string;
  /** The objects that this comparison is within: meeting a pair again, it has come round. */
  readonly pairs: readonly (readonly [object, object])[];
}

function compare(actual: unknown, expected: unknown, place: Place): Difference | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (!isObject(actual) || !isObject(expected)) {
    const isLike = place.likeness.convertsPrimitives && !isObject(actual) && !isObject(expected) && actual == expected;
    return isLike ? undefined : differ(place, actual, expected);
  }
  if (typeof actual === 'function' || typeof expected === 'function') return differ(place, actual, expected);
  if (place.pairs.some(([left, right]) => left === actual && right === expected)) return undefined;
  return compareObjects(actual, expected, { ...place, pairs: [...place.pairs, [actual, expected]] });
}

function differ({ path }: Place, actual: unknown, expected: unknown): Difference {
  return { path, problem: `${show(actual)} !== ${show(expected)}` };
}

function compareObjects(actual: object, expected: object, place: Place): Difference | undefined {
  const { path, likeness } = place;
  if (likeness.sameClass && Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected))
    return { path, problem: `${show(actual)} is not of the same class as ${show(expected)}` };
  if (kindOf(actual) !== kindOf(expected)) return differ(place, actual, expected);
  return compareInsides(actual, expected, place) ?? compareProperties(actual, expected, place);
}

const KINDS = [Array, Map, Set, Date, RegExp, Error, ArrayBuffer, Promise, WeakMap, WeakSet];

function kindOf(value: object): unknown {
  if (ArrayBuffer.isView(value)) return Object.getPrototypeOf(value);
  return isArray(value) ? Array : KINDS.find((kind) => value instanceof kind);
}

/** What is not among the properties. */
function compareInsides(actual: object, expected: object, place: Place): Difference | undefined {
  if (actual instanceof Date && expected instanceof Date)
    return Object.is(actual.getTime(), expected.getTime()) ? undefined : differ(place, actual, expected);
  if (actual instanceof Map && expected instanceof Map) return compareMaps(actual, expected, place);
  if (actual instanceof Set && expected instanceof Set) return compareSets(actual, expected, place);
  if (actual instanceof Error && expected instanceof Error) {
    const isSame = actual.name === expected.name && actual.message === expected.message;
    return isSame ? undefined : differ(place, actual, expected);
  }
  if (isArray(actual) && isArray(expected) && actual.length !== expected.length)
    return { path: `${place.path}.length`, problem: `${actual.length} !== ${expected.length}` };
  if (actual instanceof RegExp && expected instanceof RegExp) {
    const isSame = actual.source === expected.source && actual.flags === expected.flags;
    return isSame ? undefined : differ(place, actual, expected);
  }
  const isOpaque = actual instanceof Promise || actual instanceof WeakMap || actual instanceof WeakSet;
  return isOpaque ? differ(place, actual, expected) : undefined;
}

function compareMaps(
  actual: Map<unknown, unknown>,
  expected: Map<unknown, unknown>,
  place: Place,
): Difference | undefined {
  const sizes = compareSizes(actual, expected, place);
  if (sizes !== undefined) return sizes;
  for (const [key, value] of expected) {
    const path = `${place.path}.get(${show(key)})`;
    const twin = actual.has(key) ? key : [...actual.keys()].find((one) => isAlike(one, key, place));
    if (!actual.has(twin)) return { path, problem: 'missing' };
    const found = compare(actual.get(twin), value, { ...place, path });
    if (found !== undefined) return found;
  }
  return undefined;
}

function compareSets(actual: Set<unknown>, expected: Set<unknown>, place: Place): Difference | undefined {
  const sizes = compareSizes(actual, expected, place);
  if (sizes !== undefined) return sizes;
  const rest = new Set(actual);
  for (const value of expected) {
    const twin = rest.has(value) ? value : [...rest].find((one) => isAlike(one, value, place));
    if (!rest.delete(twin)) return { path: place.path, problem: `${show(value)} is missing in ${show(actual)}` };
  }
  return undefined;
}

function compareSizes(actual: { size: number }, expected: { size: number }, { path }: Place): Difference | undefined {
  if (actual.size === expected.size) return undefined;
  return { path: `${path}.size`, problem: `${actual.size} !== ${expected.size}` };
}

function isAlike(actual: unknown, expected: unknown, place: Place): boolean {
  return compare(actual, expected, place) === undefined;
}

function compareProperties(actual: object, expected: object, place: Place): Difference | undefined {
  const [had, wanted] = [keysOf(actual, place), keysOf(expected, place)];
  for (const key of wanted) {
    const path = `${place.path}${keyText(key, isArray(expected))}`;
    if (!had.has(key)) return { path, problem: 'missing' };
    const found = compare(Reflect.get(actual, key), Reflect.get(expected, key), { ...place, path });
    if (found !== undefined) return found;
  }
  if (place.likeness.isPartial && !isArray(expected)) return undefined;
  for (const key of had)
    if (!wanted.has(key)) return { path: `${place.path}${keyText(key, isArray(actual))}`, problem: 'not expected' };
  return undefined;
}

function keysOf(value: object, { likeness }: Place): ReadonlySet<string | symbol> {
  const keys = Reflect.ownKeys(value).filter((key) => {
    if (!Object.prototype.propertyIsEnumerable.call(value, key)) return false;
    return likeness.countsUndefined || Reflect.get(value, key) !== undefined;
  });
  return new Set(keys);
}

function keyText(key: string | symbol, isIndex: boolean): string {
  if (isIndex || typeof key === 'symbol') return `[${String(key)}]`;
  return /^[\w$]+$/.test(key) ? `.${key}` : `[${show(key)}]`;
}
