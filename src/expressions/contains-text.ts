import { occurrences } from '../text/occurrences.ts';

/**
 * Whether `part` occurs in `text`, in time linear in their lengths. The engine's own search is faster on ordinary texts and
 * quadratic on made-up ones, so it serves short parts only.
 */
export function containsText(text: string, part: string): boolean {
  if (part.length <= SHORT) return text.includes(part);
  if (part.length > text.length) return false;
  return occurrences(text, part).next().done === false;
}

const SHORT = 128;
