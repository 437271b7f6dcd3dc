import { duplicateKeys } from '../text/parse-json.ts';

/**
 * What is wrong with JSON that names a member twice (R97): its pointer and what to do, since readers differ on which of the two counts.
 * Undefined where none is, and of what is no JSON.
 */
export function namedTwice(json: string): string | undefined {
  // Two members take two colons, and most of what comes here is text.
  if (!json.includes(':') || !/^\s*[[{]/.test(json)) return undefined;
  try {
    JSON.parse(json);
  } catch {
    return undefined;
  }
  const [first] = duplicateKeys(json);
  return first && `${first.pointer}: ${first.detail}`;
}
