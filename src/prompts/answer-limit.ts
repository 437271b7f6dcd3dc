/** The most that one answer may be, in characters. */
export const LONGEST_ANSWER = 4 * 1024 * 1024;

/** A token of prose or code is four characters; one of blanks or dashes can be many more. */
const CHARACTERS_PER_TOKEN = 16;

/** So that a small limit does not cut what a tokenizer of another kind counts otherwise. */
const SHORTEST_LIMIT = 16 * 1024;

/** Characters after which an answer is read no further: it follows the limit of tokens, as far as that is known (R111). */
export function answerLength(maxTokens: number | undefined): number {
  if (maxTokens === undefined) return LONGEST_ANSWER;
  return Math.min(LONGEST_ANSWER, Math.max(SHORTEST_LIMIT, maxTokens * CHARACTERS_PER_TOKEN));
}
