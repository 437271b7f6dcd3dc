/** Steps that are written nowhere: they follow from what a step says of itself, and come before it. */
import type { Definition, StepDefinition } from '../definition/definition.ts';
import { proposerOf, proposerStep } from './decomposition.ts';
import { probeOf, probeStep } from './exploration.ts';

/** By the field that asks for it, in the order in which they come before the step. */
export const COMPANIONS = {
  unknown: { idOf: probeOf, does: 'finds out about' },
  decompose: { idOf: proposerOf, does: 'proposes the parts of' },
} as const;

/** The companion with that id, if a step of the definition has one. */
export function companionIn({ steps }: Definition, id: string): StepDefinition | undefined {
  for (const step of steps) {
    if (step.unknown === true && probeOf(step.id) === id) return probeStep(step);
    if (step.decompose === true && proposerOf(step.id) === id)
      return proposerStep(
        step,
        steps.map((each) => each.id),
      );
  }
  return undefined;
}
