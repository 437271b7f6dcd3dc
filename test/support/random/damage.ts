/** Documents that are wrong, or merely other: a random one with a few of its values out of place. */
import fc from 'fast-check';
import type { Fields } from './documents.ts';

/** What becomes of one place of a document, which is found by a number. */
export interface Damage {
  readonly place: number;
  readonly how: number;
  /** Finds the value of the document that comes there, where one does. */
  readonly other: number;
}

type Path = readonly (string | number)[];

/** What may stand anywhere: values of other types, and words that mean something somewhere. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2.5,
  1_000_000,
  '',
  'nowhere',
  'input',
  'state',
  '*',
  'x > 1',
  'x >',
  'nothing > 1',
  '{{steps.nowhere.artifact}}',
  '{nothing}',
  [],
  ['nowhere'],
  {},
  { use: 'human', with: { question: 'Is it right?' } },
  { use: 'nothing-like-it' },
];

export const anyDamage: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({ place: fc.nat(99_999), how: fc.nat(99), other: fc.nat(99_999) }),
  { minLength: 1, maxLength: 3 },
);

/** The document with these of its values left out, replaced, written twice or in another's place. */
export function damaged(document: Fields, damages: readonly Damage[]): Fields {
  return damages.reduce((before: Fields, { place, how, other }) => {
    const places = placesIn(before);
    const path = places[place % places.length] ?? [];
    const taken = places[other % places.length] ?? [];
    return Object(changedAt(before, path, (value) => instead(value, how, valueAt(before, taken), other)));
  }, document);
}

/** Undefined: it is left out. */
function instead(value: unknown, how: number, another: unknown, other: number): unknown {
  if (how < 20) return undefined;
  if (how < 55) return typeof another === typeof value ? another : STRANGE[other % STRANGE.length];
  if (how < 70) return STRANGE[other % STRANGE.length];
  if (how < 80 && Array.isArray(value)) return [...value, ...value.slice(-1)];
  if (how < 85 && Array.isArray(value)) return value.toReversed();
  if (how < 90 && Array.isArray(value)) return [...value, another];
  if (typeof value === 'number') return value + (how % 3) - 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value, extra: another };
  return another;
}

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const within = Array.isArray(value)
    ? value.flatMap((each, index) => placesIn(each, [...path, index]))
    : Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key]));
  return path.length === 0 ? within : [path, ...within];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((within: unknown, key) => Object(within)[key], value);
}

function changedAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.flatMap((each: unknown, index) => {
      const changed = index === key ? changedAt(each, rest, change) : each;
      return changed === undefined ? [] : [changed];
    });
  return Object.fromEntries(
    Object.entries(Object(value)).flatMap(([name, each]) => {
      const changed = name === key ? changedAt(each, rest, change) : each;
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}
