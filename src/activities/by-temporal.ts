import { ApplicationFailure, activityInfo, cancellationDetails, cancellationSignal } from '@temporalio/activity';
import { fieldOf } from '../text/loose.ts';
import { CallFailure } from './call-failure.ts';
import type { Execution } from './execution.ts';

/** The execution that a worker of Temporal's has begun. Its listeners run outside the activity's context, so what they need is taken here (engine 5.1). */
export function temporalExecution(): Execution {
  const cancelled = cancellationSignal();
  return {
    attempt: activityInfo().attempt,
    cancelled,
    isRevoked: () => cancelled.aborted && cancellationDetails()?.cancelRequested === true,
    now: Date.now,
  };
}

/** An activity whose failures Temporal understands: it tries again, or does not. */
export function failingByTemporal<Input, Output>(
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await work(input);
    } catch (error) {
      throw error instanceof CallFailure ? asFailure(error, input) : error;
    }
  };
}

/** It names its step, which nothing else does of a call that is under way (`temporal/hindrances.ts`). */
function asFailure(
  { message, facts: { type, final = false, expected = false, retryAfter } }: CallFailure,
  input: unknown,
) {
  const step = fieldOf(input, 'step');
  return ApplicationFailure.create({
    message,
    type,
    nonRetryable: final,
    ...(typeof step === 'string' && { details: [{ step }] }),
    ...(expected && { category: 'BENIGN' as const }),
    ...(retryAfter !== undefined && { nextRetryDelay: retryAfter }),
  });
}
