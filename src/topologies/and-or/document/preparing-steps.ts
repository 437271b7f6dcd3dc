/** Steps that are written nowhere: they follow from what a step says of itself, and come before it. */
import type { Definition, StepDefinition } from '../../../definitions/schema/definition.ts';
import { proposerOf } from '../../decomposition/decompose.ts';
import { proposerStep } from '../../decomposition/proposal.ts';
import { probeOf, probeStep } from './exploration.ts';
import { writtenGroups } from './groups.ts';

/** By the field that asks for it, in the order in which they come before the step. */
export const PREPARING = {
  unknown: { idOf: probeOf, does: 'finds out about' },
  decompose: { idOf: proposerOf, does: 'proposes the parts of' },
} as const;

/** Whether a field of a step, as written, asks for the preparing step: `true`, or what it says of it. */
export function asksFor(field: unknown): boolean {
  return field === true || (typeof field === 'object' && field !== null);
}

/** The preparing steps of a step, in that order. `taken`: ids that no part may have, which matter where a proposal is judged. */
export function preparingStepsOf(step: StepDefinition, taken: readonly string[] = []): readonly StepDefinition[] {
  return [
    ...(asksFor(step.unknown) ? [probeStep(step)] : []),
    ...(step.decompose === true ? [proposerStep(step, taken)] : []),
  ];
}

/** The preparing steps of every step of a definition. */
export function preparingStepsIn(definition: Definition): readonly StepDefinition[] {
  const taken = takenIn(definition);
  return definition.steps.flatMap((step) => preparingStepsOf(step, taken));
}

/** Ids that no part may have: those of steps and groups, and those of preparing steps, also of such as have done their work and left. */
function takenIn(definition: Definition): readonly string[] {
  const steps = definition.steps.flatMap(({ id }) => [id, ...Object.values(PREPARING).map(({ idOf }) => idOf(id))]);
  return [...steps, ...writtenGroups(definition).map(({ id }) => id)];
}
