/** Scripts that write no spaces between words, or join particles to them: a border of a word is nothing that a character shows. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const WORD = /[\p{L}\p{M}\p{N}_]/u;
const DIGIT = /\p{Nd}/u;
/** Between the digits of one number. */
const WITHIN_NUMBER = /[.,'’\u066B\u066C]/u;
const MINUS = /[-\u2212\u2010-\u2013]/u;

/** Whether a part of a text begins and ends where a word or a number does: "8 %" does not in "18 %", "1.8 %" and "−8 %". */
export function standsAlone(text: string, start: number, end: number): boolean {
  const [before, beyond] = [
    characterBefore(text, start),
    characterBefore(text, start - characterBefore(text, start).length),
  ];
  const [first, last] = [characterAt(text, start), characterBefore(text, end)];
  const after = characterAt(text, end);
  const further = characterAt(text, end + after.length);
  if (areOneWord(before, first) || areOneWord(last, after)) return false;
  if (DIGIT.test(first) && WITHIN_NUMBER.test(before) && DIGIT.test(beyond)) return false;
  if (DIGIT.test(first) && MINUS.test(before) && !WORD.test(beyond)) return false;
  return !(DIGIT.test(last) && WITHIN_NUMBER.test(after) && DIGIT.test(further));
}

/** The part of a text with the words and numbers at its ends whole. */
export function withWholeWords(text: string, start: number, end: number): string {
  let [from, to] = [start, end];
  while (from > 0 && start - from < MOST && !/\s/.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && to - end < MOST && !/\s/.test(text.charAt(to))) to += 1;
  return text.slice(from, to);
}

/** Characters. */
const MOST = 60;

function areOneWord(left: string, right: string): boolean {
  return WORD.test(left) && WORD.test(right) && !UNSPACED.test(left) && !UNSPACED.test(right);
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';
}

function characterBefore(text: string, end: number): string {
  if (end <= 0) return '';
  const isPair =
    end > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(end - 1)) && /[\uD800-\uDBFF]/.test(text.charAt(end - 2));
  return text.slice(end - (isPair ? 2 : 1), end);
}
