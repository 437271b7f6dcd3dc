import { fieldOf } from '../text/loose.ts';
import { cut, plainText } from '../text/text.ts';
import { findJson } from './find-json.ts';

/** Characters of a worker's own reason. */
const LONGEST = 500;

const NO_REASON =
  '/reason is missing: a worker that gives up says why: {"success": false, "reason": "why", "bindings_delta": {}, "artifacts": []}.';

const HOW_ON = 'The work is not done, so this is a failed attempt: do it, or what can be done of it.';

/** What a worker says of itself where it gives up (R90): its reason, and what is told of the failed attempt, which begins with it. */
export interface GaveUp {
  /** Left out where it gives none. */
  readonly data?: { readonly reason: string };
  readonly feedback: string;
}

/** Undefined where a step is no worker, or says nothing of the kind. `feedback`: what else is wrong with its answer. */
export function gaveUp(role: string | undefined, text: string, feedback = HOW_ON): GaveUp | undefined {
  const found = role === 'worker' ? findJson(text) : undefined;
  if (found?.kind !== 'found') return undefined;
  const said: unknown = JSON.parse(found.text);
  if (fieldOf(said, 'success') !== false) return undefined;
  const written = fieldOf(said, 'reason');
  const reason = typeof written === 'string' ? cut(plainText(written).trim(), LONGEST) : '';
  if (reason === '') return { feedback: `${NO_REASON}\n${feedback}` };
  return { feedback: `${reason}\n${feedback}`, data: { reason } };
}
