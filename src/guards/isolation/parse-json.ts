import { namedTwice } from '../../prompts/named-twice.ts';
import { parseJson as parseExactly } from '../../text/exact-json.ts';
import { messageOf } from '../../text/message-of.ts';
import { numberProblem, tooLargeIn } from '../../text/too-large-number.ts';
import { sizeProblem } from './limits.ts';

const MAX_JSON_DEPTH = 64;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** `isJson`: it is JSON, but has no one value, since a member is named twice (R97) or a number is too large (R127). */
  | { readonly ok: false; readonly message: string; readonly isJson?: true };

/**
 * The JSON value of a text, strictly and never repaired, with all digits of its numbers; deeper than 64 levels is refused, since nothing that walks it could, and a member
 * named twice, since readers differ on which counts, and a number beyond 1.7e308.
 */
export function parseJson(text: string): ParsedJson {
  const problem = sizeProblem(text);
  if (problem !== undefined) return { ok: false, message: problem };
  if (isTooDeep(text))
    return { ok: false, message: `JSON nesting deeper than ${MAX_JSON_DEPTH} levels. Make it flatter.` };
  try {
    const value = parseExactly(text);
    const large = tooLargeIn(value);
    if (large !== undefined) return { ok: false, message: numberProblem(large), isJson: true };
    const twice = namedTwice(text);
    return twice === undefined ? { ok: true, value } : { ok: false, message: twice, isJson: true };
  } catch (error) {
    return { ok: false, message: `Not valid JSON: ${messageOf(error)}` };
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '"') inString = !inString;
    else if (unit === '\\' && inString) at += 1;
    else if (!inString && (unit === '{' || unit === '[')) depth += 1;
    else if (!inString && (unit === '}' || unit === ']')) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}
