import { truthOf } from '../domain/expression/evaluate.ts';
import type { Skipped } from '../domain/input.ts';
import type { Making } from './generation.ts';
import { namesFor } from './scope.ts';

/** Why the step is skipped; undefined when its `when` is true or there is none. An unknown name is false, and noted (R37, R71). */
export function whenIsFalse(
  when: string | undefined,
  { input, material, names }: Making,
): Pick<Skipped, 'reason' | 'notes'> | undefined {
  if (when === undefined) return undefined;
  const { truth, notes } = truthOf(when, namesFor(material, input.step, names?.all));
  if (truth === true) return undefined;
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
