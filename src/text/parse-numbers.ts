import type { z } from 'zod';
import { ExactNumber, plainNumber } from './exact-json.ts';

/**
 * As `schema.safeParse`, for values with `ExactNumber`s. Where the schema takes plain numbers it gets the double of the same value (`1.10` is
 * 1.1); where it takes anything, digits stay. A number that no double has is refused where the schema takes plain numbers.
 */
export function safeParseNumbers<Output>(schema: z.ZodType<Output>, value: unknown): z.ZodSafeParseResult<Output> {
  for (let given = value; ; ) {
    const result = schema.safeParse(given);
    if (result.success) return result;
    const next = withDoubles(given, placesOf(result.error.issues));
    if (next === given) return result;
    given = next;
  }
}

/** The same, for a value that fits: throws the `ZodError` of one that does not. */
export function parseNumbers<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const { data, error } = safeParseNumbers(schema, value);
  if (error) throw error;
  return data;
}

/** Where something is refused, as trees of keys; of a union, where each of its ways refuses something. */
interface Places {
  readonly isPlace?: boolean;
  readonly below: ReadonlyMap<PropertyKey, Places>;
}

function placesOf(issues: readonly z.core.$ZodIssue[]): Places {
  return treeOf(pathsOf(issues, []));
}

type Path = readonly PropertyKey[];

function pathsOf(issues: readonly z.core.$ZodIssue[], above: Path): readonly Path[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    const within = issue.code === 'invalid_union' ? issue.errors.flatMap((errors) => pathsOf(errors, path)) : [];
    return [path, ...within];
  });
}

function treeOf(paths: readonly Path[]): Places {
  const longer = paths.filter(({ length }) => length > 0);
  const below = new Map<PropertyKey, Path[]>();
  for (const [key = '', ...rest] of longer) below.set(key, [...(below.get(key) ?? []), rest]);
  const trees = [...below].map(([key, group]) => [key, treeOf(group)] as const);
  return { isPlace: longer.length < paths.length, below: new Map(trees) };
}

/** The same value where nothing was replaced. */
function withDoubles(value: unknown, { isPlace = false, below }: Places): unknown {
  if (value instanceof ExactNumber) return isPlace ? plainNumber(value) : value;
  if (typeof value !== 'object' || value === null || below.size === 0) return value;
  let changed = false;
  const replaced = (key: string | number, part: unknown): unknown => {
    const places = below.get(key);
    const next = places === undefined ? part : withDoubles(part, places);
    changed ||= next !== part;
    return next;
  };
  const copy = Array.isArray(value)
    ? value.map((part: unknown, index) => replaced(index, part))
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(key, part)]));
  return changed ? copy : value;
}
