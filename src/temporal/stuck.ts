import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';

const { EventType, WorkflowTaskFailedCause } = proto.temporal.api.enums.v1;

type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

/** How a workflow task ended, newest first; what else is in a history is passed over. */
const ENDS = new Set([
  EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED,
  EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
]);

/** Failures that are part of the protocol: the next try goes on. */
const PASSING = new Set([
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND,
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_RESET_STICKY_TASK_QUEUE,
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND,
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_FAILOVER_CLOSE_COMMAND,
]);

/**
 * Why the run's workflow task fails, in Temporal's words; undefined when it does not (R92). Temporal repeats such a task for ever, and
 * after a while takes no Update for it.
 */
export async function whyStuck(client: Client, runId: string): Promise<string | undefined> {
  const { raw } = await client.workflow.getHandle(runId).describe();
  if ((raw.pendingWorkflowTask?.attempt ?? 0) <= 1) return undefined;
  const { eventType, workflowTaskFailedEventAttributes: failed } = (await newestEnd(client, runId)) ?? {};
  if (eventType !== EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED || !failed) return undefined;
  if (failed.cause && PASSING.has(failed.cause)) return undefined;
  return failed.failure?.message || 'no reason is known';
}

async function newestEnd(client: Client, runId: string): Promise<HistoryEvent | undefined> {
  const { namespace } = client.options;
  for (let nextPageToken = new Uint8Array(); ; ) {
    const page = await client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace,
      execution: { workflowId: runId },
      maximumPageSize: 100,
      nextPageToken,
    });
    const end = page.history?.events?.find(({ eventType }) => eventType && ENDS.has(eventType));
    if (end || !page.nextPageToken?.length) return end ?? undefined;
    nextPageToken = Uint8Array.from(page.nextPageToken);
  }
}
