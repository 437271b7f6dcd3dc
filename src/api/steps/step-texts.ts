import { readDefinition } from '../../definitions/compile/read.ts';
import type { StepText } from './view.ts';

/** What a published document says of each step for people to read: step id → title, role and guard. */
export function stepTexts(document: unknown): ReadonlyMap<string, StepText> {
  return new Map((readDefinition(document)?.definition.steps ?? []).map((step) => [step.id, step]));
}
