import { withPlainNumbers } from '../../text/exact-json.ts';
import { plainText } from '../../text/text.ts';
import { misfitOf } from '../exact-number.ts';
import { calling } from '../part-refused.ts';
import { frozen, plainJson } from '../plain-json.ts';
import type { AnyAgent, ValidationSubject } from './agent.ts';

export type Validated =
  | { readonly ok: true; readonly output: unknown }
  /** `feedback` names the layer in its first line, beside what is wrong. */
  | { readonly ok: false; readonly layer: string; readonly feedback: string };

/**
 * The layers of validation in order, up to the first that objects: the schema, then the validators of the agent (S4x-3). Throws
 * `PartFault` when a validator itself breaks.
 */
export function validateOutput(
  { tools, validation }: AnyAgent,
  value: unknown,
  subject: ValidationSubject<unknown, unknown, unknown>,
): Validated {
  const given = withPlainNumbers(value);
  const parsed = calling('the output schema', () => tools.output?.schema.safeParse(given));
  if (parsed?.success === false) return rejected('schema', misfitOf(parsed.error, given, ADVICE));
  const output = parsed ? calling('the output schema', () => plainJson(parsed.data, 'the output')) : given;
  for (const validator of validation?.customValidators ?? []) {
    const { name } = validator;
    const problem = calling(`the validator "${name}"`, () => validator.check(output, frozen(subject)));
    if (problem !== undefined) return rejected(name, problem);
  }
  return { ok: true, output };
}

const ADVICE = 'Write a shorter number, or its digits as a text if the schema takes texts.';

/** The first line is what tells one rejection from another (R24). */
export function rejected(layer: string, problem: string): Extract<Validated, { ok: false }> {
  return { ok: false, layer, feedback: plainText(`Validation layer "${layer}": ${problem}`) };
}
