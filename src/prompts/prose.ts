/**
 * Whether a text without a fenced block is written to a person and not to a compiler: it begins with a sentence, or it is many words
 * and nothing else. Undecided cases are code; the step's guard judges those.
 */
export function isProse(text: string): boolean {
  const firstLine = text.trimStart().split('\n', 1)[0] ?? '';
  return isSentence(firstLine.trim()) || (wordsOf(text) >= MANY_WORDS && !CODE_SIGN.test(text));
}

const MANY_WORDS = 5;

/** What most languages need and plain sentences do without: operators and brackets, indented lines, keys, quotes. */
const CODE_SIGN = /[(){}[\]=<>;$#@\\/|&*_+~^`"]|^[ \t]+\S|^\w+:|(?<!\S)'/m;

/** A capital, then words and the marks of sentences alone, then an end; `Label:` may be a key of YAML, so a colon needs three words. */
function isSentence(line: string): boolean {
  if (!/^[A-Z][A-Za-z0-9 ,'’"“”`()–—-]*([.!?:…].*)?$/.test(line)) return false;
  const end = /[.!?:…](?=\s|$)/.exec(line);
  if (end === null) return false;
  return end[0] !== ':' || wordsOf(line.slice(0, end.index)) >= 3;
}

function wordsOf(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
