import type { StepDefinition } from '../../definitions/schema/definition.ts';
import { namesInExpression } from '../../expressions/names-in.ts';
import { stepOfName } from '../../expressions/scope/roots.ts';

/** What a preparing step has of its step: it sees what that step would see, and is not for the run where the step is not. */
export function fieldsOfPreparing(
  { requires, optionalRequires, when, context, maxContextTokens, model, recovery, timeouts }: StepDefinition,
  preparingSteps: readonly string[],
): Partial<StepDefinition> {
  // What is only known once a preparing step has done its work is asked then, of the step.
  const isKnown = !namesInExpression(when ?? '').some((path) => preparingSteps.includes(stepOfName(path) ?? ''));
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
