import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { EngineHealth } from '../api/run-client.ts';
import { QUEUES } from '../ports/calls.ts';
import type { WorkerHeartbeats } from '../ports/worker-heartbeats.ts';
import { messageOf } from '../text/message-of.ts';
import { remembered } from '../text/remembered.ts';

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = proto.temporal.api.enums.v1.TaskQueueType;

/** Who of the pollers, named by identity, is known to be there still. */
export type Presence = (identities: readonly string[]) => Promise<ReadonlySet<string>>;

type Silent = Pick<WorkerHeartbeats, 'isSilent'>;

/** Of workers that have no connection of their own to the database: Temporal knows of them, and the API that they tell. */
export const REMOTE_IDENTITY = ' (guards)';

/**
 * Asks the server, at most once a second, whether it answers and whether every task queue has a poller. The server lists those that have
 * died for a minute more, so `presence` is asked which of them live, and `heartbeats` which of those without a database are silent; left out,
 * or without an answer, the server is believed.
 */
export function createHealthProbe(
  client: Client,
  taskQueue: string,
  presence: Presence = async (identities) => new Set(identities),
  heartbeats: Silent = { isSilent: () => false },
): () => Promise<EngineHealth> {
  return remembered(
    1_000,
    () => performance.now(),
    () => probe(client, taskQueue, presence, heartbeats),
  );
}

async function probe(client: Client, taskQueue: string, presence: Presence, heartbeats: Silent): Promise<EngineHealth> {
  try {
    const listed = await client.withDeadline(Date.now() + 2_000, () => pollersOf(client, taskQueue));
    const live = await liveOf([...new Set([...listed.values()].flat())], presence, heartbeats);
    const polled = new Map([...listed].map(([name, workers]) => [name, workers.filter((worker) => live.has(worker))]));
    const guardWorkers = polled.get(`${taskQueue}${QUEUES.guard}`) ?? [];
    const idle = [...polled].flatMap(([name, workers]) => (workers.length === 0 ? [name] : []));
    if (idle.length === 0) return { server: true, workers: true, detail: `workers poll ${taskQueue}*`, guardWorkers };
    const detail = `no worker polls ${idle.join(', ')}: start one with \`dsap worker\``;
    return { server: true, workers: false, detail, guardWorkers };
  } catch (error) {
    const detail = `the Temporal server does not answer: ${messageOf(error)}`;
    return { server: false, workers: false, detail, guardWorkers: [] };
  }
}

async function liveOf(
  identities: readonly string[],
  presence: Presence,
  heartbeats: Silent,
): Promise<ReadonlySet<string>> {
  const isRemote = (identity: string) => identity.endsWith(REMOTE_IDENTITY);
  const own = identities.filter((identity) => !isRemote(identity));
  const present = await presence(own).catch(() => new Set(own));
  const isThere = (identity: string) => (isRemote(identity) ? !heartbeats.isSilent(identity) : present.has(identity));
  return new Set(identities.filter(isThere));
}

/** The identities that the server lists as workers of each task queue, by its name. */
async function pollersOf(client: Client, taskQueue: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const queues = Object.entries(QUEUES).map(async ([kind, suffix]) => {
    const name = `${taskQueue}${suffix}`;
    const type = kind === 'workflow' ? TASK_QUEUE_TYPE_WORKFLOW : TASK_QUEUE_TYPE_ACTIVITY;
    return [name, await livePollers(client, name, type)] as const;
  });
  return new Map(await Promise.all(queues));
}

/** The identities of those who poll a task queue, as far as the server knows. */
export async function livePollers(
  client: Client,
  name: string,
  taskQueueType: proto.temporal.api.enums.v1.TaskQueueType,
): Promise<readonly string[]> {
  const { namespace } = client.options;
  const { pollers } = await client.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType });
  return (pollers ?? []).flatMap(({ lastAccessTime, identity }) =>
    Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < FRESH ? [identity ?? ''] : [],
  );
}

/** Milliseconds: the server lists pollers long after they have gone, but one that lives asks again every minute. */
const FRESH = 75_000;
