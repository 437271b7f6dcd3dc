import { MAX_VARIABLES, nameProblem } from '../../expressions/scope/variables.ts';
import type { Variables } from '../../model/machine-state.ts';
import { isJsonNumber, parseJson } from '../../text/exact-json.ts';

/** What code has set, as it lies in the store; what is no JSON object sets nothing. */
export function variablesIn(text: string | undefined): Readonly<Record<string, unknown>> {
  const found = jsonIn(text);
  return isObject(found) ? found : {};
}

/** The digests of what the variables are made of; of two that name one the later counts. */
export function layersOf({ digest, under = [] }: Pick<Variables, 'digest' | 'under'>): readonly string[] {
  return [...under, digest];
}

export function variablesFrom(
  layers: readonly string[],
  texts: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(layers.flatMap((digest) => Object.entries(variablesIn(texts.get(digest)))));
}

/** Why a text that a person wrote cannot be what code has set; undefined where it can. The same rules as those of code (R54). */
export function variablesProblem(text: string): string | undefined {
  const found = jsonIn(text);
  if (!isObject(found)) return 'The artifact of code is one JSON object: the name of each variable, and its value.';
  if (text.length > MAX_VARIABLES) return `All variables together have more than ${MAX_VARIABLES} characters.`;
  const problem = Object.keys(found)
    .map((name) => nameProblem(name))
    .find((each) => each !== undefined);
  return problem && `${problem}.`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

function jsonIn(text: string | undefined): unknown {
  try {
    return parseJson(text ?? '');
  } catch {
    return undefined;
  }
}
