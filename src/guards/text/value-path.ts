import { propertyOf } from '../../expressions/values.ts';

/** A path into JSON: `evidence`, `holders[*].quote`, `a["b c"][0]`; `*` stands for every item of a list or value of an object. */
export type ValuePath = readonly (string | typeof EVERY)[];

const EVERY = Symbol('every');

/** A place a path leads to; `value` is undefined where there is nothing. */
export interface Found {
  readonly place: string;
  readonly value: unknown;
}

/** Undefined when the text is no path. */
export function parseValuePath(text: string): ValuePath | undefined {
  const path: (string | typeof EVERY)[] = [];
  let at = 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (found === null || (at === 0) !== isFirst(found[0])) return undefined;
    path.push(stepOf(found));
    at += found[0].length;
  }
  return path.length === 0 ? undefined : path;
}

export function valuesAt(value: unknown, path: ValuePath): readonly Found[] {
  return path.reduce<readonly Found[]>(
    (found, step) => found.flatMap((each) => next(each, step)),
    [{ place: '', value }],
  );
}

/** A name after a dot or at the start; a number, `*` or a quoted name in brackets; `*` also where a name may be. */
const STEP = /\.?([A-Za-z_][\w-]*|\*)|\[(\d+|\*)\]|\["([^"\\]*)"\]|\['([^'\\]*)'\]/y;

/** A path may begin with a name or a bracket, and go on with a dot or a bracket. */
function isFirst(step: string): boolean {
  return !step.startsWith('.') && !step.startsWith('[');
}

function stepOf([, name, index, ...strings]: RegExpExecArray): string | typeof EVERY {
  const key = name ?? index ?? strings.find((text) => text !== undefined) ?? '';
  return (name ?? index) === '*' ? EVERY : key;
}

function next({ place, value }: Found, step: string | typeof EVERY): readonly Found[] {
  if (step !== EVERY) return [{ place: joined(place, step, value), value: propertyOf(value, step) }];
  if (typeof value !== 'object' || value === null) return [{ place: `${place}[*]`, value: undefined }];
  return Object.keys(value).map((key) => ({ place: joined(place, key, value), value: propertyOf(value, key) }));
}

function joined(place: string, key: string, within: unknown): string {
  if (Array.isArray(within)) return `${place}[${key}]`;
  if (!/^[A-Za-z_][\w-]*$/.test(key)) return `${place}[${JSON.stringify(key)}]`;
  return place === '' ? key : `${place}.${key}`;
}
