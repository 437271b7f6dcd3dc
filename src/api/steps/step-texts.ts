import { readDefinition } from '../../definitions/compile/read.ts';
import type { StepText } from './view.ts';

/** What a published document says of each step for people to read: step id → title, role and guard. It is read once. */
export function stepTexts(document: unknown): ReadonlyMap<string, StepText> {
  const key = Object(document);
  const kept = known.get(key);
  if (kept) return kept;
  const texts = new Map((readDefinition(document)?.definition.steps ?? []).map((step) => [step.id, step]));
  known.set(key, texts);
  return texts;
}

/** By the document, which nobody changes. */
const known = new WeakMap<object, ReadonlyMap<string, StepText>>();
