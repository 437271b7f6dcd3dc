import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';

/** The kinds of a workflow's events in order, such as `workflow_task_timed_out`. */
export async function eventKinds(client: Client, workflowId: string): Promise<readonly string[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).map(({ eventType }) => kindOf(eventType));
}

/** Bytes of the event that began it. */
export async function startBytes(client: Client, workflowId: string): Promise<number> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return proto.temporal.api.history.v1.HistoryEvent.encode(events?.[0] ?? {}).finish().length;
}

/** Its name without the words that all have in common. */
function kindOf(type: proto.temporal.api.enums.v1.EventType | null | undefined): string {
  return (proto.temporal.api.enums.v1.EventType[type ?? 0] ?? '').replace('EVENT_TYPE_', '').toLowerCase();
}
