/** Counted by Unicode's own rules (UAX #29), which depend on no language but where a script has no spaces. */
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Characters as a reader sees them: an emoji, a letter with its accents, and CR LF are one each. */
export function charactersOf(text: string): number {
  // Between two printable characters of ASCII there is always a boundary, which spares the segmenter most texts.
  if (/^[\n -~]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of CHARACTERS.segment(text)) count += 1;
  return count;
}

/** Words between Unicode word boundaries that hold a letter or a digit; those of Chinese, Japanese and Thai by a dictionary. */
export function wordsOf(text: string): number {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) count += isWordLike === true ? 1 : 0;
  return count;
}

/** Lines; CR LF is one line end, and a line end at the end begins no further line. */
export function linesOf(text: string): number {
  if (text === '') return 0;
  const ends = text.match(LINE_END)?.length ?? 0;
  return /[\n\r\u0085\u2028\u2029]$/.test(text) ? ends : ends + 1;
}

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/g;
