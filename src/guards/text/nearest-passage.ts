import { fold } from '../../text/fold.ts';

/** The line of the source that shares most words with a quote that is not in it: what was perhaps meant. */
export function nearestPassage(source: string, quote: string): string | undefined {
  const wanted = new Set(wordsOf(quote.slice(0, MAX_QUOTE)));
  let best: { line: string; shared: number } | undefined;
  for (const line of source.split(/\n|(?<=[.!?]) /, MAX_LINES)) {
    const words = new Set(wordsOf(line.slice(0, MAX_QUOTE)));
    const shared = [...words].filter((word) => wanted.has(word)).length / (words.size + wanted.size);
    if (shared > (best?.shared ?? 0)) best = { line: line.trim(), shared };
  }
  return best?.line;
}

const MAX_QUOTE = 2_000;
const MAX_LINES = 5_000;

function wordsOf(text: string): readonly string[] {
  return (
    fold(text, { form: true })
      .text.toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
