import { defineSearchAttributeKey } from '@temporalio/common';
import {
  CancellationScope,
  condition,
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { FireInput } from '../ports/calls.ts';
import { announceFire, logOptions, recallFire } from './activity-proxies.ts';

/** Of which schedule, and of which of its revisions: by that the API knows whether Temporal has the newest. */
export interface ScheduledFire {
  readonly schedule: FireInput['schedule'];
  readonly revision: number;
}

/** Sent by the API: the run has ended, or none was started. */
const overSignal = defineSignal('over');

const scheduledStart = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/**
 * One fire of a schedule. It is open for as long as the run that it is for, so that Temporal's overlap policies see that run; the run itself is
 * started by the API, like any other. Cancelled, which is what the overlap `cancel` does, it cancels that run and waits for its end.
 */
export async function DsapFire({ schedule }: ScheduledFire): Promise<void> {
  let isOver = false;
  setHandler(overSignal, () => {
    isOver = true;
  });
  const { workflowId, startTime, typedSearchAttributes } = workflowInfo();
  const at = (typedSearchAttributes.get(scheduledStart) ?? startTime).getTime();
  const fire: FireInput = { schedule, execution: workflowId, at };
  try {
    await announceFire.executeWithOptions(logOptions('note the fire'), [fire]);
    await condition(() => isOver);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => takeBack(fire, () => isOver));
    throw error;
  }
}

async function takeBack(fire: FireInput, isOver: () => boolean): Promise<void> {
  const { runId } = await recallFire.executeWithOptions(logOptions('take the fire back'), [fire]);
  if (runId === undefined || isOver()) return;
  // Of a run that has ended meanwhile there is nothing to cancel.
  await getExternalWorkflowHandle(runId)
    .cancel()
    .catch(() => undefined);
  await condition(isOver);
}
