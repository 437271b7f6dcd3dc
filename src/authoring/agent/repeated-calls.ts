/** Finds calls of tools that fail again in the same way, so that they are not paid for again and again (llm 1.5). */
import { createHash } from 'node:crypto';
import type { ToolCall } from '../../model/chat.ts';
import { canonicalJson, parseJson } from '../../text/exact-json.ts';
import { withoutIds } from '../../text/normalise.ts';
import { plainText, shortened } from '../../text/text.ts';

/** A call of this attempt that failed. Calls are equal if tool, arguments (as JSON values) and error are. */
export interface FailedCall {
  /** The tool's own name. */
  readonly tool: string;
  /** As the model wrote them, and what it was told: the beginning of each. */
  readonly arguments: string;
  readonly error: string;
  /** Digests: of tool and arguments, and of the error. */
  readonly ofCall: string;
  readonly ofError: string;
  /** Turns of the model in which it failed so. Several equal calls of one turn count once. */
  readonly times: number;
  /** The last of these turns. */
  readonly turn: number;
  /** The tool itself failed, so the call may work once something has changed. */
  readonly byTool: boolean;
}

/** Turns with the same failed call after which the attempt ends. */
export const MOST_EQUAL_CALLS = 3;

export interface Failure {
  readonly tool: string;
  readonly call: Pick<ToolCall, 'arguments'>;
  readonly error: string;
  readonly byTool: boolean;
}

/** Notes a call that failed in that turn. Returns all failures, and the one that is noted. */
export function noteFailure(
  failed: readonly FailedCall[],
  { tool, call, error, byTool }: Failure,
  turn: number,
): { readonly failed: readonly FailedCall[]; readonly noted: FailedCall } {
  const [ofCall, ofError] = [callKey(tool, call), digest(withoutIds(error))];
  const before = failed.find((one) => one.ofCall === ofCall && one.ofError === ofError);
  const times = before === undefined ? 1 : before.turn === turn ? before.times : before.times + 1;
  const told = {
    arguments: shortened(plainText(call.arguments), LONGEST_TOLD),
    error: shortened(plainText(error), LONGEST_TOLD),
  };
  const noted = { tool, ...told, ofCall, ofError, times, turn, byTool };
  return { failed: [...failed.filter((one) => one !== before), noted], noted };
}

/** Characters. */
const LONGEST_TOLD = 300;

/**
 * Notes a call that worked: the same call has not failed for good. If it has changed something, calls whose tools failed before may work now.
 */
export function noteSuccess(
  failed: readonly FailedCall[],
  { tool, call, hasChanged }: Pick<Failure, 'tool' | 'call'> & { readonly hasChanged: boolean },
): readonly FailedCall[] {
  if (failed.length === 0) return failed;
  const own = callKey(tool, call);
  return failed.filter((one) => one.ofCall !== own && !(hasChanged && one.byTool));
}

function callKey(tool: string, { arguments: text }: Pick<ToolCall, 'arguments'>): string {
  return digest(`${tool}\n${valueOf(text)}`);
}

/** Arguments that are no JSON have no value, so their words count, however they are spaced. */
function valueOf(text: string): string {
  if (text.trim() === '') return '{}';
  try {
    return canonicalJson(parseJson(text));
  } catch {
    return text.replace(/\s+/g, ' ').trim();
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** What the model hears of a failure that it has met before; empty for a new one. */
export function repetitionWords({ times }: FailedCall): string {
  if (times === 1) return '';
  const what = `You have now made this call ${times} times with the same arguments, and it failed with the same error.`;
  if (times >= MOST_EQUAL_CALLS) return `\n${what}`;
  const next =
    'Do not repeat it: change the arguments as the error says, call another tool, or do without. One more such call ends this attempt.';
  return `\n${what} ${next}`;
}

/** Why an attempt ended with such a call, and what to do instead, for the model. */
export function repetitionFeedback({ tool, arguments: given, error, times }: FailedCall): string {
  const [line = '', ...more] = error.split('\n');
  return [
    `RepeatedCallError: ${tool} was called ${times} times with the same arguments, and failed with the same error: ${line}`,
    ...more,
    `The arguments were: ${given}`,
    'Do not make this call again: change the arguments as the error says, call another tool, or do without.',
  ].join('\n');
}
