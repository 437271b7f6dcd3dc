import { fold } from '../../text/fold.ts';

/** What was perhaps meant by a quote that the source does not have. */
interface Nearest {
  readonly passage: string;
  /** Words and numbers of the quote that the passage does not have; at most five. */
  readonly lacking: readonly string[];
}

/** The sentence, line or two lines of the source that share most words with a quote that is not in it. */
export function nearestPassage(source: string, quote: string): Nearest | undefined {
  const wanted = new Set(wordsOf(quote.slice(0, MAX_QUOTE)));
  let best: { readonly passage: string; readonly words: ReadonlySet<string>; readonly shared: number } | undefined;
  const lines = source.split(/\n|(?<=[.!?]) /, MAX_LINES);
  for (const [at, line] of lines.entries()) {
    for (const passage of [line, `${line}\n${lines[at + 1] ?? ''}`]) {
      const words = new Set(wordsOf(passage.slice(0, MAX_QUOTE)));
      const shared = [...words].filter((word) => wanted.has(word)).length / (words.size + wanted.size);
      if (shared > (best?.shared ?? 0)) best = { passage: passage.trim(), words, shared };
    }
  }
  if (!best) return undefined;
  const { passage, words } = best;
  return { passage, lacking: [...wanted].filter((word) => !words.has(word)).slice(0, MAX_LACKING) };
}

const MAX_QUOTE = 2_000;
const MAX_LINES = 5_000;
const MAX_LACKING = 5;

function wordsOf(text: string): readonly string[] {
  return (
    fold(text, { form: true })
      .text.toLowerCase()
      .match(/\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
