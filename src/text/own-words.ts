/** Sentences of the core name a rejection by its signature, since the log holds nobody's text (design 4): here by what the guard said. */
import { errorLine, signatureOf } from './normalise.ts';
import { short } from './text.ts';

/** A verdict, as far as it is named and said. */
export interface Rejection {
  readonly signature?: string | undefined;
  readonly feedback: string;
}

/** How sentences name a rejection, and what the guard said, of which a sentence has room for the beginning. */
export interface Named {
  readonly name: string;
  readonly words: string;
}

/** Undefined where nothing names it, or what was said is not what it was named by. */
export function named(rejection: Rejection | undefined): Named | undefined {
  const name = withoutStop(rejection?.signature ?? '');
  // A signature can be of something else that was said, and masks in it need not be of this text.
  if (!rejection || name === '' || signatureOf(rejection.feedback) !== rejection.signature) return undefined;
  return { name, words: firstWords(rejection.feedback) };
}

/** The sentence with the guard's own words in the place of their signature, which has lost capitals and numbers. */
export function inOwnWords(sentence: string, rejection: Rejection | undefined): string {
  // Most sentences name none, and to read a long text is not for nothing.
  if (!sentence.includes(withoutStop(rejection?.signature ?? ''))) return sentence;
  return withWords(sentence, named(rejection));
}

export function withWords(sentence: string, rejection: Named | undefined): string {
  return rejection ? sentence.replace(rejection.name, () => rejection.words) : sentence;
}

/** The beginning of what a guard said, for a line. */
export function firstWords(feedback: string): string {
  return withoutStop(short(errorLine(feedback)));
}

function withoutStop(words: string): string {
  return words.replace(/\.$/, '');
}
