import { canonicalJson, parseJson } from '../text/exact-json.ts';
import { messageOf } from '../text/message-of.ts';
import { numberProblem, tooLargeIn } from '../text/too-large-number.ts';
import { fencedBlocks } from './fences.ts';
import { namedTwice } from './named-twice.ts';

export type FoundJson =
  | { readonly kind: 'found'; readonly text: string }
  /** What the parser says of the first thing that could have been JSON. */
  | { readonly kind: 'broken'; readonly problem: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly count: number }
  /** A member has the same name as another of its object: where, and what to do (R97). */
  | { readonly kind: 'twice'; readonly problem: string }
  /** A number has a magnitude beyond 1.7e308: its pointer, and what to do. */
  | { readonly kind: 'too_large'; readonly problem: string }
  | { readonly kind: 'too_deep' };

/** Beyond this nothing that walks the value is safe (guards 2.2). */
export const MAX_JSON_DEPTH = 64;

/** What comes after so many blocks or stretches is not looked at: each that is no JSON costs an exception. */
const MAX_CANDIDATES = 1_000;

/**
 * The one JSON value of an answer (running 5): the whole of it, else what its fenced blocks hold, else the one object or array that
 * stands in its prose. The text is the value as written, never repaired; the same value twice counts once, whatever the order of its names
 * and the spelling of its numbers. Linear: a bracket that
 * opens is read to its end, so nothing is ever taken out of the inside of something broken.
 */
export function findJson(answer: string): FoundJson {
  const whole = parse(answer.trim());
  if (whole.kind !== 'broken') return decide([whole]);
  const blocks = fencedBlocks(answer).slice(0, MAX_CANDIDATES);
  const inBlocks = blocks.map((block) => parse(block.text.trim()));
  if (inBlocks.some((candidate) => candidate.kind !== 'broken')) return decide(inBlocks);
  return decide([...inBlocks, ...regionsOf(answer).map(parse)]);
}

type Candidate =
  | { readonly kind: 'value'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'broken'; readonly problem: string }
  | { readonly kind: 'too_deep' };

function decide(candidates: readonly Candidate[]): FoundJson {
  const values = candidates.filter((candidate) => candidate.kind === 'value');
  const different = new Set(values.map(({ value }) => canonicalJson(value))).size;
  if (different > 1) return { kind: 'several', count: different };
  const problem = values.map(({ text }) => namedTwice(text)).find((found) => found !== undefined);
  if (problem !== undefined) return { kind: 'twice', problem };
  const [first] = values;
  const large = tooLargeIn(first?.value);
  if (large !== undefined) return { kind: 'too_large', problem: numberProblem(large) };
  if (first !== undefined) return { kind: 'found', text: first.text };
  if (candidates.some(({ kind }) => kind === 'too_deep')) return { kind: 'too_deep' };
  const broken = candidates.find((candidate) => candidate.kind === 'broken');
  return broken ?? { kind: 'none' };
}

function parse(text: string): Candidate {
  try {
    const value = parseJson(text);
    return depthOf(text) > MAX_JSON_DEPTH ? { kind: 'too_deep' } : { kind: 'value', text, value };
  } catch (error) {
    return { kind: 'broken', problem: messageOf(error) };
  }
}

function depthOf(json: string): number {
  return scan(json, 0).deepest;
}

/** The outermost stretches that open and close like JSON, in order; one that never closes reaches to the end. */
function regionsOf(text: string): readonly string[] {
  const regions: string[] = [];
  const opening = /[[{]/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    if (regions.length === MAX_CANDIDATES) break;
    opening.lastIndex = scan(text, found.index).end;
    regions.push(text.slice(found.index, opening.lastIndex));
  }
  return regions;
}

/** From a bracket to the one that closes it, past strings and what nests; a loop, since depth and length are the model's choice. */
function scan(text: string, from: number): { readonly end: number; readonly deepest: number } {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '"') inString = !inString;
    if (unit === '\\' && inString) at += 1;
    if (inString) continue;
    if (unit === '{' || unit === '[') deepest = Math.max(deepest, ++depth);
    if ((unit === '}' || unit === ']') && --depth === 0) return { end: at + 1, deepest };
  }
  return { end: text.length, deepest };
}
