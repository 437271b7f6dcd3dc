/** Sentences of the core name a rejection by its signature, since the log holds nobody's text (design 4): here by what the guard said. */
import { errorLine, signatureOf } from './normalise.ts';
import { short } from './text.ts';

/** A verdict, as far as it is named and said. */
export interface Rejection {
  readonly signature?: string | undefined;
  readonly feedback: string;
}

/** The sentence with the guard's own words in the place of their signature, which has lost capitals and numbers. */
export function inOwnWords(sentence: string, rejection: Rejection | undefined): string {
  const named = withoutStop(rejection?.signature ?? '');
  if (!rejection || named === '' || !sentence.includes(named)) return sentence;
  // A signature can be of something else that was said, and masks in it need not be of this text.
  if (signatureOf(rejection.feedback) !== rejection.signature) return sentence;
  return sentence.replace(named, () => withoutStop(short(errorLine(rejection.feedback))));
}

function withoutStop(words: string): string {
  return words.replace(/\.$/, '');
}
