import { type ConditionEvidence, evidenceOf } from '../../expressions/condition-evidence.ts';
import { truthOf } from '../../expressions/evaluate.ts';
import { explainFalse } from '../../expressions/explain.ts';
import type { Names } from '../../expressions/scope/scope.ts';
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
  const scope = namesFor(material, input.step, names?.all);
  const { truth, notes } = truthOf(when, scope);
  return truth === true ? undefined : skipping({ when, scope, notes }, names);
}

/** What a `when` says, and what it was asked of where a person has to know (R109). In a machine what cannot be calculated is false, and noted. */
export function answerTo(
  when: string,
  { input, material, names }: Asked,
): Pick<Conditioned, 'outcome' | 'reason' | 'notes'> & { readonly evidence?: ConditionEvidence } {
  const scope = namesFor(material, input.step, names?.all);
  const { truth, notes } = truthOf(when, scope);
  if (truth === true) return { outcome: 'true' };
  if (truth === false || names) return { outcome: 'false', ...skipping({ when, scope, notes }, names) };
  return { outcome: 'unknown', reason: cut(when, LONGEST), evidence: evidenceOf(when, scope, notes) };
}

/** The step, what its expression may read, and the variables of a machine. */
type Asked = Pick<Making, 'material' | 'names'> & { readonly input: Pick<Making['input'], 'step'> };

const LONGEST = 300;

/** `notes`: why it cannot be calculated; where it is false, the reason says what was compared. */
function skipping(
  { when, scope, notes }: { readonly when: string; readonly scope: Names; readonly notes: readonly string[] },
  names: Making['names'],
) {
  const field = names ? 'run_if' : 'when';
  const because = (notes.length > 0 ? notes : explainFalse(when, scope)).join('; ');
  return {
    reason: cut(`${field} is false: ${when}${because === '' ? '' : ` (${because})`}`, LONGEST),
    ...(notes.length > 0 && { notes: asNotes(notes.map((note) => `${field}: ${note}`)) }),
  };
}

/** What the log is told: a few lines, none of them long. */
export function asNotes(notes: readonly string[]): readonly string[] {
  return notes.slice(0, 10).map((note) => cut(note, LONGEST));
}
