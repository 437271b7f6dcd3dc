import { activityInfo } from '@temporalio/activity';
import type { CallResult } from '../model/call-result.ts';
import type { OutsideCall } from '../ports/calls.ts';
import { type Answer, type Packed, type PackedCall, packAnswer, unpackCall } from '../ports/packed-calls.ts';

/**
 * An activity that takes its call packed, and then packs its answer; a whole one, of a run of plan schema 1, it answers whole. What is neither
 * goes to `work` as it came, which refuses it (R116).
 */
export function crossing<Input extends { readonly runId: string }, Output extends Answer>(
  work: (input: Input) => Promise<Output>,
): (sent: Input | PackedCall) => Promise<Output | Packed<Output>> {
  return async (sent) => {
    const { workflowExecution } = activityInfo();
    const input = unpackCall<Input>(sent, workflowExecution?.workflowId ?? '');
    const answer = await work(input);
    return input === sent ? answer : packAnswer(answer);
  };
}

/**
 * An activity that answers packed within the workflow's own task, where this very worker reads it. `outside`, which is no answer yet,
 * stays as it is.
 */
export function near<Input, Output extends CallResult | OutsideCall>(
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output | Packed<CallResult>> {
  return async (input) => {
    const answer = await work(input);
    return activityInfo().isLocal && answer.kind !== 'outside' ? packAnswer<CallResult>(answer) : answer;
  };
}
