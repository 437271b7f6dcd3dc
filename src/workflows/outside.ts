import { type ActivityOptions, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { StepTimeouts } from '../model/plan.ts';
import type { EvaluateGuardInput, GenerateInput, OutsideAnswer, OutsideCall } from '../ports/calls.ts';
import type { Answered, PackedCall } from '../ports/packed-calls.ts';
import { evaluateGuard, evaluateGuardLocally, generate, localOptions } from './activity-proxies.ts';

interface How {
  readonly options: ActivityOptions;
  readonly limits: StepTimeouts;
}

/** One activity; or, for an activity of somebody else's, one that says what to ask, theirs, and one that stores what came of it. */
export async function generateWithOthers(
  input: GenerateInput,
  { options, limits, sent }: How & { readonly sent: (input: GenerateInput) => GenerateInput | PackedCall },
): Promise<Answered> {
  let asked = input;
  for (;;) {
    const made = await generate.executeWithOptions(options, [sent(asked)]);
    if (made.kind !== 'outside') return made;
    asked = { ...input, events: [], outside: await ask(made, limits.generate, limits.infra) };
  }
}

/** The same for a guard, leaf by leaf (R73). */
export async function judgeWithOthers(input: EvaluateGuardInput, { options, limits }: How): Promise<Answered> {
  // The place of the signed token comes last.
  let asked: EvaluateGuardInput = { ...input, seal: '' };
  for (;;) {
    const judged = await evaluateGuard.executeWithOptions(options, [asked]);
    if (judged.kind !== 'outside') return judged;
    const answer = await ask(judged, limits.guard, limits.infra);
    asked = { ...input, events: [], outside: { leaf: judged.leaf ?? '', answer }, seal: '' };
  }
}

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

/** `time` for one execution and `infra` for all faults together, in milliseconds. */
async function ask(
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
    return { error: wordsOf(error) };
  }
}

/** The innermost words: those around them name the activity only. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message;
}
