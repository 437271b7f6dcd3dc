import { TimeoutFailure } from '@temporalio/common';
import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { EvaluateGuardInput, OutsideAnswer, OutsideCall } from '../ports/calls.ts';
import type { Answered } from '../ports/packed-calls.ts';
import { evaluateGuardLocally, localOptions } from './activity-proxies.ts';

/**
 * Judged within the workflow task, with no events: it may run again for a task that is never committed (engine 2.1). What takes too long or
 * cannot be done so is neither a verdict nor a guard error: `otherwise` judges then.
 */
export async function judgeLocally(
  input: EvaluateGuardInput,
  summary: string,
  otherwise: () => Promise<Answered>,
): Promise<Answered> {
  try {
    const judged = await evaluateGuardLocally.executeWithOptions(localOptions(summary), [{ ...input, events: [] }]);
    if (judged.kind !== 'outside') return judged;
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
  return otherwise();
}

/** As many tries as a fault of any other machinery gets before a person is asked (R32). */
const MOST_TRIES = 10;

/** Asks an activity of somebody else's. `time` for one execution and `infra` for all faults together, in milliseconds. */
export async function askOutside(
  { taskQueue, activity, request, leaf }: Omit<OutsideCall, 'token'>,
  time: number,
  infra: number,
): Promise<OutsideAnswer> {
  const activities = proxyActivities<Record<string, (request: unknown) => Promise<unknown>>>({
    taskQueue,
    summary: `${leaf === undefined ? '' : `${leaf} · `}${activity} on ${taskQueue}`.slice(0, 120),
    startToCloseTimeout: time,
    scheduleToCloseTimeout: time + infra,
    cancellationType: 'TRY_CANCEL',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: MOST_TRIES },
  });
  try {
    return { result: await activities[activity]?.(request) };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const untaken = `no worker took it within ${minutes(time + infra)}: start one that polls ${taskQueue}`;
    return { error: isUntaken(error) ? untaken : wordsOf(error) };
  }
}

/** Whether the server gave up on it before any worker had begun. */
function isUntaken(error: unknown): boolean {
  if (error instanceof TimeoutFailure && error.timeoutType === 'SCHEDULE_TO_START') return true;
  return error instanceof Error && isUntaken(error.cause);
}

function minutes(milliseconds: number): string {
  if (milliseconds < 60_000) return `${milliseconds / 1_000} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

/** The innermost words: those around them name the activity only. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message;
}
