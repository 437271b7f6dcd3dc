import type { Definition, StepDefinition } from '../schema/definition.ts';
import { topologyOfDocument } from '../topology-document.ts';

/** The step of that id: one that is written, else one that follows from what another says of itself. Undefined where there is none. */
export function stepIn(definition: Definition, id: string): StepDefinition | undefined {
  const written = definition.steps.find((step) => step.id === id);
  return written ?? preparingStepsIn(definition).find((preparing) => preparing.id === id);
}

/** The steps that follow from what the written ones say of themselves. */
export function preparingStepsIn(definition: Definition): readonly StepDefinition[] {
  return topologyOfDocument(definition).preparingSteps?.(definition) ?? [];
}
