import { asyncLocalStorage, Context, type Info } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure, noopMetricMeter, type RetryPolicy } from '@temporalio/common';
import { ActivityCancellationDetails } from '@temporalio/common/lib/activity-cancellation-details.js';
import { msToNumber } from '@temporalio/common/lib/time.js';

/** A call of an activity. */
export interface Called {
  readonly name: string;
  readonly taskQueue: string;
  readonly isLocal: boolean;
  readonly workflow: { readonly workflowId: string; readonly runId: string };
  /** Milliseconds. */
  readonly heartbeatTimeout: number;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** One try, with the context that a worker would give it. */
export function inActivity<Result>(
  call: Called & { readonly attempt: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => undefined);
  const cancellation: { details?: ActivityCancellationDetails } = {};
  const cancel = () => {
    cancellation.details = new ActivityCancellationDetails({ cancelRequested: true });
    cancelled.reject(call.signal.reason ?? new CancelledFailure('cancelled'));
  };
  if (call.signal.aborted) cancel();
  call.signal.addEventListener('abort', cancel, { once: true });
  const context = new Context(
    infoOf(call),
    cancelled.promise,
    call.signal,
    () => undefined,
    undefined,
    SILENT,
    noopMetricMeter,
    cancellation,
  );
  return asyncLocalStorage.run(context, work).finally(() => call.signal.removeEventListener('abort', cancel));
}

/** No other try follows. */
export function isFinal(error: unknown, attempt: number, { maximumAttempts }: RetryPolicy): boolean {
  if (error instanceof ApplicationFailure && error.nonRetryable === true) return true;
  return error instanceof CancelledFailure || (maximumAttempts !== undefined && attempt >= maximumAttempts);
}

/** Waits as long as the policy says, or the error; rejects once the answer is not wanted any more. */
export function waitBefore(signal: AbortSignal, error: unknown, attempt: number, retry: RetryPolicy): Promise<void> {
  const { initialInterval = '1s', backoffCoefficient = 2, maximumInterval = '100s' } = retry;
  const asked = error instanceof ApplicationFailure ? error.nextRetryDelay : undefined;
  const grown = msToNumber(initialInterval) * backoffCoefficient ** (attempt - 1);
  const wait = asked == null ? Math.min(grown, msToNumber(maximumInterval)) : msToNumber(asked);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, wait);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new CancelledFailure('cancelled'));
      },
      { once: true },
    );
  });
}

function infoOf({
  name,
  isLocal,
  attempt,
  workflow,
  heartbeatTimeout,
  taskQueue,
}: Called & { readonly attempt: number }): Info {
  const now = Date.now();
  return {
    taskToken: new Uint8Array(),
    base64TaskToken: '',
    activityId: '',
    activityType: name,
    activityNamespace: 'default',
    attempt,
    isLocal,
    workflowExecution: workflow,
    scheduledTimestampMs: now,
    scheduleToCloseTimeoutMs: 0,
    startToCloseTimeoutMs: 0,
    currentAttemptScheduledTimestampMs: now,
    heartbeatTimeoutMs: heartbeatTimeout,
    heartbeatDetails: undefined,
    taskQueue,
    namespace: 'default',
    inWorkflow: true,
  };
}

const nothing = () => undefined;
const SILENT = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
