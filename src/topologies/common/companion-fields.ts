import { stepOfName } from '../../definitions/parse/sketch.ts';
import type { StepDefinition } from '../../definitions/schema/definition.ts';
import { namesInExpression } from '../../expressions/names-in.ts';

/** What a companion has of its step: it sees what that step would see, and is not for the run where the step is not. */
export function fieldsOfCompanion(
  { requires, optionalRequires, when, context, maxContextTokens, model, recovery, timeouts }: StepDefinition,
  companions: readonly string[],
): Partial<StepDefinition> {
  // What is only known once a companion has done its work is asked then, of the step.
  const isKnown = !namesInExpression(when ?? '').some((path) => companions.includes(stepOfName(path) ?? ''));
  return {
    ...(requires && { requires }),
    ...(optionalRequires && { optionalRequires }),
    ...(when !== undefined && isKnown && { when }),
    ...(context && { context }),
    ...(maxContextTokens !== undefined && { maxContextTokens }),
    ...(model !== undefined && { model }),
    ...(recovery?.ladder && { recovery: { ladder: recovery.ladder } }),
    ...(timeouts && { timeouts }),
  };
}
