import type { FailureMode } from '../stories/failure-modes.ts';
import { cut, plainText } from '../text/text.ts';
import type { GuardAnswer } from './guard.ts';

const MAX_FEEDBACK_BYTES = 8 * 1024;

export const PASSED: GuardAnswer = { verdict: 'pass', feedback: '' };

/** The first line is the most specific error (R24); empty lines are left out. */
export function rejected(...lines: readonly string[]): GuardAnswer {
  return { verdict: 'retry', feedback: tidy(lines.filter((line) => line !== '').join('\n')) };
}

/** For what no further attempt can mend, such as criteria that cannot be applied. */
export function hopeless(...lines: readonly string[]): GuardAnswer {
  return { ...rejected(...lines), verdict: 'fatal' };
}

/** Fit to stand in a prompt: no ANSI or control characters (guards 3.3, LLM01), at most so many bytes of UTF-8. */
export function tidy(feedback: string, maxBytes = MAX_FEEDBACK_BYTES): string {
  const plain = plainText(feedback);
  if (Buffer.byteLength(plain) <= maxBytes) return plain;
  const bytes = Buffer.from(plain).subarray(0, maxBytes - Buffer.byteLength(CUT));
  // A character that the cut went through decodes to the replacement character.
  return bytes.toString().replace(/\uFFFD+$/, '') + CUT;
}

/** Facts of a rejection that the artifact refers to what is not there: statistics go by them, not by the words (S3-F-1). */
export const HALLUCINATED = { mode: 'hallucinated_reference' } as const satisfies { readonly mode: FailureMode };

/** A piece of the artifact as it may stand in feedback: one line, in quotes, shortened. */
export function quoted(text: string, length = 160): string {
  const plain = plainText(text);
  return JSON.stringify(plain.length > length ? `${cut(plain, length)}…` : plain);
}

/** At most `most` lines, then how many there are besides. */
export function listed(lines: readonly string[], most = 20): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `and ${lines.length - most} more`];
}

/** `1 word`, `2 words`. */
export function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}

const CUT = '\n… (feedback cut)';
