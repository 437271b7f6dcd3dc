import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { RunClient } from '../api/run-client.ts';
import { QUEUES } from '../domain/calls.ts';

type Health = Awaited<ReturnType<RunClient['health']>>;

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = proto.temporal.api.enums.v1.TaskQueueType;

/** Asks the server, at most once a second, whether it answers and whether every task queue has a poller. */
export function createHealthProbe(client: Client, taskQueue: string): () => Promise<Health> {
  let known: { readonly at: number; readonly health: Promise<Health> } | undefined;
  return () => {
    if (!known || performance.now() - known.at > 1_000)
      known = { at: performance.now(), health: probe(client, taskQueue) };
    return known.health;
  };
}

async function probe(client: Client, taskQueue: string): Promise<Health> {
  try {
    const idle = await client.withDeadline(Date.now() + 2_000, () => idleQueues(client, taskQueue));
    if (idle.length === 0) return { server: true, workers: true, detail: 'ok' };
    return {
      server: true,
      workers: false,
      detail: `no worker polls ${idle.join(', ')}: start one with \`dsap worker\``,
    };
  } catch (error) {
    return { server: false, workers: false, detail: `the Temporal server does not answer: ${messageOf(error)}` };
  }
}

async function idleQueues(client: Client, taskQueue: string): Promise<readonly string[]> {
  const queues = Object.entries(QUEUES).map(([kind, suffix]) => ({
    name: `${taskQueue}${suffix}`,
    type: kind === 'workflow' ? TASK_QUEUE_TYPE_WORKFLOW : TASK_QUEUE_TYPE_ACTIVITY,
  }));
  const polled = await Promise.all(queues.map(({ name, type }) => hasPoller(client, name, type)));
  return queues.filter((_, index) => !polled[index]).map(({ name }) => name);
}

async function hasPoller(
  client: Client,
  name: string,
  taskQueueType: proto.temporal.api.enums.v1.TaskQueueType,
): Promise<boolean> {
  const { namespace } = client.options;
  const { pollers } = await client.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType });
  return (pollers ?? []).some(
    ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < FRESH,
  );
}

/** Milliseconds: the server lists pollers long after they have gone, but one that lives asks again every minute. */
const FRESH = 75_000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
