import { type ConditionEvidence, evidenceOf } from '../../expressions/condition-evidence.ts';
import { truthOf } from '../../expressions/evaluate.ts';
import type { Conditioned, Skipped } from '../../model/call-result.ts';
import { cut } from '../../text/text.ts';
import type { Making } from '../generators/generation.ts';
import { namesFor } from './scope.ts';

/**
 * Why the step is skipped; undefined when its `when` is true or there is none. Of runs from before R103, which ask it in the call that
 * makes the artifact: what cannot be calculated is false there, and noted.
 */
export function whenIsFalse(
  when: string | undefined,
  { input, material, names }: Asked,
): Pick<Skipped, 'reason' | 'notes'> | undefined {
  if (when === undefined) return undefined;
  const { truth, notes } = truthOf(when, namesFor(material, input.step, names?.all));
  return truth === true ? undefined : skipping(when, notes, names);
}

/** What a `when` says, and what it was asked of where a person has to know (R109). In a machine what cannot be calculated is false, and noted. */
export function answerTo(
  when: string,
  { input, material, names }: Asked,
): Pick<Conditioned, 'outcome' | 'reason' | 'notes'> & { readonly evidence?: ConditionEvidence } {
  const scope = namesFor(material, input.step, names?.all);
  const { truth, notes } = truthOf(when, scope);
  if (truth === true) return { outcome: 'true' };
  if (truth === false || names) return { outcome: 'false', ...skipping(when, notes, names) };
  return { outcome: 'unknown', reason: cut(when, LONGEST), evidence: evidenceOf(when, scope, notes) };
}

/** The step, what its expression may read, and the variables of a machine. */
type Asked = Pick<Making, 'material' | 'names'> & { readonly input: Pick<Making['input'], 'step'> };

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
