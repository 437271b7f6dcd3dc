import { readDefinition } from '../../domain/definition/read.ts';
import type { StepText } from './step.ts';

/** What a published document says of each step for people to read: step id → title, role and guard. */
export function stepTexts(document: unknown): ReadonlyMap<string, StepText> {
  return new Map((readDefinition(document)?.definition.steps ?? []).map((step) => [step.id, step]));
}
