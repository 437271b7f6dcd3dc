/** What guards said of steps, for sentences about them: the log itself names a rejection by its signature (design 4). */

import type { Event, EventOf } from '../model/event.ts';
import { type Named, named, withWords } from '../text/own-words.ts';

/** The newest rejection of each step. */
export type Rejections = Map<string, Named>;

/** Goes on with a verdict; a pass leaves nothing to be named. */
export function rememberRejection(
  rejections: Rejections,
  { step, signature }: EventOf<'guard.verdict'>,
  feedback: string | undefined,
): void {
  const rejection = feedback === undefined ? undefined : named({ signature, feedback });
  if (rejection) rejections.set(step, rejection);
  else rejections.delete(step);
}

/** The event with the guard's words in the place of the signature that it names a rejection by: before a sentence of it is cut. */
export function inWords<Told extends Event>(event: Told, rejections: Rejections): Told {
  if (event.type === 'guard.verdict') {
    const words = rejections.get(event.step)?.words;
    return words === undefined ? event : { ...event, signature: words };
  }
  if (event.type === 'step.waived') return { ...event, reason: withWords(event.reason, rejections.get(event.step)) };
  if (event.type !== 'escalation.opened' || event.step === undefined) return event;
  return { ...event, question: withWords(event.question, rejections.get(event.step)) };
}
