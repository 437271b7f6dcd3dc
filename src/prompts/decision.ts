import { fieldOf } from '../text/loose.ts';
import { findJson } from './find-json.ts';

export interface Decision {
  /** As the map spells it. */
  readonly answer: string;
  /** The state that it leads to. */
  readonly to: string;
}

/**
 * What a model decided (R54): its whole answer, trimmed and whatever its case, is a key of the map, or the `decision` of the one JSON value
 * in it is. Undefined when it decided nothing of the kind.
 */
export function decisionOf(text: string, map: Readonly<Record<string, string>>): Decision | undefined {
  return chosen(text, map) ?? chosen(decisionIn(text), map);
}

/** The answer that stands in the text, for a person or a model to read. */
export function answerIn(text: string): string {
  return decisionIn(text) ?? text.trim();
}

function decisionIn(text: string): string | undefined {
  const found = findJson(text);
  if (found.kind !== 'found') return undefined;
  const decision = fieldOf(JSON.parse(found.text), 'decision');
  return typeof decision === 'string' ? decision : undefined;
}

function chosen(text: string | undefined, map: Readonly<Record<string, string>>): Decision | undefined {
  if (text === undefined) return undefined;
  const said = folded(text);
  const entry = Object.entries(map).find(([answer]) => folded(answer) === said);
  return entry && { answer: entry[0], to: entry[1] };
}

/** As answers are compared. */
export function folded(text: string): string {
  return text.trim().toLowerCase();
}
