import { type ConditionEvidence, evidenceOf } from '../domain/condition-evidence.ts';
import { truthOf } from '../domain/expression/evaluate.ts';
import type { Conditioned, Skipped } from '../domain/input.ts';
import { cut } from '../domain/text.ts';
import type { Making } from './generation.ts';

/**
 * Why the step is skipped; undefined when its `when` is true or there is none. Of runs from before R103, which ask it in the call that
 * makes the artifact: what cannot be calculated is false there, and noted.
 */
export function whenIsFalse(
  when: string | undefined,
  { material, names }: Asked,
): Pick<Skipped, 'reason' | 'notes'> | undefined {
  if (when === undefined) return undefined;
  const { truth, notes } = truthOf(when, scopeOf(material, names));
  return truth === true ? undefined : skipping(when, notes, names);
}

/** What a `when` says, and what it was asked of where a person has to know (R109). In a machine what cannot be calculated is false, and noted. */
export function answerTo(
  when: string,
  { material, names }: Asked,
): Pick<Conditioned, 'outcome' | 'reason' | 'notes'> & { readonly evidence?: ConditionEvidence } {
  const scope = scopeOf(material, names);
  const { truth, notes } = truthOf(when, scope);
  if (truth === true) return { outcome: 'true' };
  if (truth === false || names) return { outcome: 'false', ...skipping(when, notes, names) };
  return { outcome: 'unknown', reason: cut(when, LONGEST), evidence: evidenceOf(when, scope, notes) };
}

type Asked = Pick<Making, 'names'> & { readonly material: Pick<Making['material'], 'run' | 'dependencies'> };

const LONGEST = 300;

function skipping(when: string, notes: readonly string[], names: Making['names']) {
  const field = names ? 'run_if' : 'when';
  const because = notes.length > 0 ? ` (${notes.join('; ')})` : '';
  return {
    reason: cut(`${field} is false: ${when}${because}`, LONGEST),
    ...(notes.length > 0 && { notes: asNotes(notes.map((note) => `${field}: ${note}`)) }),
  };
}

/** What the log is told: a few lines, none of them long. */
export function asNotes(notes: readonly string[]): readonly string[] {
  return notes.slice(0, 10).map((note) => cut(note, LONGEST));
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
