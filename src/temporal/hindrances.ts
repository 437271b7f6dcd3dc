import { type Client, defaultPayloadConverter } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { EngineHealth } from '../api/run-client.ts';
import type { OutsideWork } from '../model/plan.ts';
import { QUEUES } from '../ports/calls.ts';
import { DEFERRED } from '../ports/generator-deferred.ts';
import type { HinderedWork, Hindrance } from '../ports/hindrance.ts';
import { fieldOf } from '../text/loose.ts';
import { codeOf, NOT_FOUND } from './grpc-codes.ts';
import { livePollers } from './health.ts';
import { whyStuck } from './stuck.ts';

type Activity = proto.temporal.api.workflow.v1.IPendingActivityInfo;

const { PENDING_ACTIVITY_STATE_SCHEDULED } = proto.temporal.api.enums.v1.PendingActivityState;
const { TASK_QUEUE_TYPE_ACTIVITY } = proto.temporal.api.enums.v1.TaskQueueType;

/** What each activity does for a run; those that are not here store, or ask a condition. */
const WORK: Readonly<Record<string, HinderedWork>> = {
  generate: 'generate',
  agentTurn: 'generate',
  agentEffect: 'generate',
  runCode: 'generate',
  runCommand: 'generate',
  evaluateGuard: 'judge',
};

/**
 * What keeps an execution from going on, as the server knows it; empty where it knows of nothing, or of no such execution. `taskQueue`: how the
 * names of the service's own queues begin, and what else a call waits in is outside. Throws what the server does.
 */
export async function hindrancesOf(
  client: Client,
  runId: string,
  { health, taskQueue }: { readonly health: () => Promise<EngineHealth>; readonly taskQueue: string },
): Promise<readonly Hindrance[]> {
  const { server, workers, detail } = await health();
  if (!server) return [{ kind: 'engine_away', detail }];
  const pending = await pendingOf(client, runId);
  if (!pending) return [];
  const { task, activities } = pending;
  const reason = (task?.attempt ?? 0) > 1 ? await whyStuck(client, runId) : undefined;
  if (reason !== undefined) return [{ kind: 'run_stuck', reason }];
  const outside = (one: Activity) => outsideOf(one, taskQueue);
  const waits = task !== undefined || activities.some((one) => isUntaken(one) && !outside(one));
  if (!workers && waits) return [{ kind: 'no_worker', detail }];
  const found = (await Promise.all(activities.map((one) => hindrancesAt(client, one, outside(one))))).flat();
  return toldOnce(found);
}

/** What several calls wait for or failed by alike is one, of the steps of all. */
function toldOnce(found: readonly Hindrance[]): readonly Hindrance[] {
  const alike = Map.groupBy(found, (one) => JSON.stringify({ ...one, steps: undefined }));
  return [...alike.values()].flatMap(([one, ...others]) => {
    const all = [one, ...others].map((each) => (each?.kind === 'retrying' ? each.steps : undefined));
    if (one?.kind !== 'retrying') return one ?? [];
    const { steps: _, ...rest } = one;
    return all.includes(undefined) ? rest : { ...rest, steps: [...new Set(all.flatMap((steps) => steps ?? []))] };
  });
}

async function pendingOf(client: Client, runId: string) {
  try {
    const { raw } = await client.workflow.getHandle(runId).describe();
    return { task: raw.pendingWorkflowTask ?? undefined, activities: raw.pendingActivities ?? [] };
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return undefined;
    throw error;
  }
}

const isWaiting = ({ state }: Activity): boolean => state === PENDING_ACTIVITY_STATE_SCHEDULED;

const isUntaken = (one: Activity): boolean => isWaiting(one) && !one.lastFailure;

function outsideOf({ activityType, activityOptions }: Activity, own: string): OutsideWork | undefined {
  const queue = activityOptions?.taskQueue?.name ?? `${own}${QUEUES.workflow}`;
  const isOwn = Object.values(QUEUES).some((suffix) => queue === `${own}${suffix}`);
  return isOwn ? undefined : { activity: activityType?.name ?? 'an activity', queue };
}

async function hindrancesAt(
  client: Client,
  activity: Activity,
  outside: OutsideWork | undefined,
): Promise<readonly Hindrance[]> {
  if (!outside) return hindranceOf(activity);
  const pollers = isUntaken(activity) ? await livePollers(client, outside.queue, TASK_QUEUE_TYPE_ACTIVITY) : undefined;
  if (pollers?.length === 0) return [{ kind: 'no_outside_worker', outside }];
  return hindranceOf(activity).map((found) => ({ ...found, outside }));
}

/** The step of a call that failed, as the failure says it. */
function failedStep({ lastFailure }: Activity): string | undefined {
  const [payload] = lastFailure?.applicationFailureInfo?.details?.payloads ?? [];
  const word = payload && fieldOf(defaultPayloadConverter.fromPayload(payload), 'step');
  return typeof word === 'string' ? word : undefined;
}

function hindranceOf(activity: Activity): readonly Hindrance[] {
  const { activityType, lastFailure, attempt, scheduledTime } = activity;
  const work = WORK[activityType?.name ?? ''] ?? 'other';
  // The store says what it waits for.
  if (lastFailure?.applicationFailureInfo?.type === DEFERRED && isWaiting(activity)) return [];
  if (!lastFailure) return isWaiting(activity) ? [{ kind: 'no_slot', work }] : [];
  const tries = (attempt ?? 2) - 1;
  const error = lastFailure.message || 'no reason is known';
  // The time at which it is handed out again.
  const nextAt = Number(scheduledTime?.seconds ?? 0) * 1_000;
  const step = failedStep(activity);
  const steps = step === undefined ? {} : { steps: [step] };
  return [{ kind: 'retrying', work, ...steps, tries, error, ...(isWaiting(activity) && nextAt > 0 && { nextAt }) }];
}
