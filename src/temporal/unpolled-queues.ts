import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { remembered } from '../text/remembered.ts';
import { livePollers } from './health.ts';

const { TASK_QUEUE_TYPE_ACTIVITY } = proto.temporal.api.enums.v1.TaskQueueType;

/** Milliseconds that an answer is good for, and that the server may take for one. */
const GOOD_FOR = 2_000;
const LOOK = 1_000;
/** Task queues that are remembered. */
const MOST = 1_000;

/** Of these task queues of activities, those that nobody polls; where the server does not say so, somebody does. Never rejects. */
export function createUnpolledQueues(client: Client): (queues: readonly string[]) => Promise<ReadonlySet<string>> {
  const known = new Map<string, () => Promise<boolean>>();
  function isUnpolled(queue: string): Promise<boolean> {
    const ask = known.get(queue) ?? asking(queue);
    known.delete(queue);
    known.set(queue, ask);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MOST) known.delete(oldest);
    return ask();
  }
  function asking(queue: string): () => Promise<boolean> {
    const ask = () => livePollers(client, queue, TASK_QUEUE_TYPE_ACTIVITY);
    return remembered(
      GOOD_FOR,
      () => performance.now(),
      () =>
        client.withDeadline(Date.now() + LOOK, ask).then(
          (pollers) => pollers.length === 0,
          () => false,
        ),
    );
  }
  return async (queues) => {
    const found = await Promise.all(queues.map(async (queue) => ((await isUnpolled(queue)) ? [queue] : [])));
    return new Set(found.flat());
  };
}
