import { definitionSchema } from '../../domain/definition/definition.ts';
import type { StepText } from './step.ts';

/** What a published document says of each step for people to read: step id → title, role and guard. */
export function stepTexts(document: unknown): ReadonlyMap<string, StepText> {
  const parsed = definitionSchema.safeParse(document);
  return new Map((parsed.success ? parsed.data.steps : []).map((step) => [step.id, step]));
}
