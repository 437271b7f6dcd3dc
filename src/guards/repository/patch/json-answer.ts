import { findJson } from '../../../prompts/find-json.ts';
import { parseJson } from '../../isolation/parse-json.ts';
import { bad, good, type Outcome } from '../outcome.ts';

/** The JSON value of an answer, alone or in a fence or prose; never repaired. */
export function jsonAnswer(text: string): Outcome<unknown> {
  const found = text.trimStart().startsWith('{') ? undefined : findJson(text);
  if (found?.kind === 'several') return bad(`There are ${found.count} JSON values in the answer. Give one.`);
  if (found?.kind === 'twice') return bad(found.problem);
  const parsed = parseJson(found?.kind === 'found' ? found.text : text);
  return parsed.ok ? good(parsed.value) : bad(parsed.message);
}
