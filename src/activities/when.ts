import { truthOf } from '../domain/expression/evaluate.ts';
import type { Skipped } from '../domain/input.ts';
import type { Making } from './generation.ts';

/** Why the step is skipped; undefined when its `when` is true or there is none. An unknown name is false, and noted (R37, R71). */
export function whenIsFalse(
  when: string | undefined,
  { material, names }: Making,
): Pick<Skipped, 'reason' | 'notes'> | undefined {
  if (when === undefined) return undefined;
  const { truth, notes } = truthOf(when, scopeOf(material, names));
  if (truth) return undefined;
  const field = names ? 'run_if' : 'when';
  const reason = `${field} is false: ${when}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`.slice(0, 300);
  return {
    reason,
    ...(notes.length > 0 && { notes: asNotes(notes.map((note) => `${field}: ${note}`)) }),
  };
}

/** What the log is told: a few lines, none of them long. */
export function asNotes(notes: readonly string[]): readonly string[] {
  return notes.slice(0, 10).map((note) => note.slice(0, 300));
}

/**
 * What expressions of a step may name: the input, its dependencies' artifacts and the facts their guards found (R67); in a machine its
 * variables, by their names and as `context`.
 */
export function scopeOf(
  { run, dependencies }: Pick<Making['material'], 'run' | 'dependencies'>,
  names?: Making['names'],
): Record<string, unknown> {
  const artifacts = mapValues(dependencies, ({ text, artifact }) => parsed(text, artifact.mediaType));
  const verdicts = mapValues(dependencies, ({ verdict }) => verdict?.data ?? {});
  return {
    ...(names && { ...names.all, context: names.all }),
    input: run.input,
    artifact: artifacts,
    binding: artifacts,
    deps: artifacts,
    verdict: verdicts,
    run: { id: run.id },
  };
}

/** JSON as the value that it is, any other text as it is. */
export function parsed(text: string, mediaType: string): unknown {
  if (!mediaType.startsWith('application/json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
