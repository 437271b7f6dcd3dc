/** Which stored texts the variables of a machine are made of (R70, R71). */
import type { MachineFacts } from '../../model/machine-facts.ts';
import { layersOf } from './stored-variables.ts';
import { showsTexts } from './variables.ts';

/** Digests of what code has set, and of the artifacts that variables tell of where the document shows what they say. */
export function digestsShown({ artifacts, recent, ...facts }: MachineFacts, document: unknown): readonly string[] {
  const shown = mentionsTexts(document) ? [...artifacts, ...recent].flatMap(({ digest }) => digest ?? []) : [];
  return [...new Set([...variableDigests(facts), ...shown])];
}

/** Those of what code has set. */
export function variableDigests({ variables, under }: Pick<MachineFacts, 'variables' | 'under'>): readonly string[] {
  return variables === undefined ? [] : layersOf({ digest: variables, ...(under && { under }) });
}

/** By document: calls of a run are given the same object. */
const mentions = new WeakMap<object, boolean>();

function mentionsTexts(document: unknown): boolean {
  if (typeof document !== 'object' || document === null) return false;
  const known = mentions.get(document) ?? showsTexts(JSON.stringify(document));
  mentions.set(document, known);
  return known;
}
