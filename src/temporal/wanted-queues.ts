import type { Client } from '@temporalio/client';
import type { QueueSettings } from '../ports/external-queues.ts';
import type { ServiceKeys } from '../ports/store/keys.ts';
import type { Runs } from '../ports/store/runs.ts';
import { messageOf } from '../text/message-of.ts';

export interface WantedQueuesOptions {
  readonly client: Client;
  readonly store: { readonly keys: Pick<ServiceKeys, 'has'>; readonly runs: Pick<Runs, 'hasAny'> };
  /** Of the database (`queuesOfDatabase`). */
  readonly queues: QueueSettings;
  /** Called when it begins to fail. */
  readonly tell: (line: string) => void;
}

/** Name of the key that is there since an API has first begun runs under the names with the database's id. */
const BEGINS_HERE = 'runs begin on the queues of the database';
/** Milliseconds for a look at the server. */
const LOOK = 5_000;
/** How many executions of the server's list are looked for in the database at once. */
const BATCH = 500;

/** From now on workers need not expect that somebody begins a run under a former name (R99). For the API, before it begins any. */
export async function beginRunsHere(keys: Pick<ServiceKeys, 'of'>): Promise<void> {
  await keys.of(BEGINS_HERE);
}

/**
 * Answers the prefixes whose task queues are to be polled (R99): the database's own first, then each former one as long as a run of this
 * database has an open execution there, and all former ones until an API begins runs under the new one. Never rejects: what cannot be found
 * out is as it was, and at first all are wanted.
 */
export function createWantedQueues({
  client,
  store,
  queues,
  tell,
}: WantedQueuesOptions): () => Promise<readonly string[]> {
  const all = [queues.prefix, ...queues.former];
  let known: readonly string[] = all;
  let failing = false;
  return async () => {
    try {
      known = (await store.keys.has(BEGINS_HERE)) ? [queues.prefix, ...(await openAt())] : all;
      failing = false;
    } catch (error) {
      const why = messageOf(error);
      if (!failing)
        tell(`whether runs are open on former task queues cannot be found out; ${known.join(', ')} stay: ${why}`);
      failing = true;
    }
    return known;
  };

  async function openAt(): Promise<readonly string[]> {
    const open = await Promise.all(
      queues.former.map((name) => client.withDeadline(Date.now() + LOOK, () => isOpen(name))),
    );
    return queues.former.filter((_, index) => open[index]);
  }

  /** Other databases may have runs of the same former name. */
  async function isOpen(name: string): Promise<boolean> {
    const query = `WorkflowType = 'DsapRun' AND ExecutionStatus = 'Running' AND TaskQueue = '${name.replaceAll("'", "''")}'`;
    let batch: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query, pageSize: BATCH })) {
      batch.push(workflowId);
      if (batch.length < BATCH) continue;
      if (await store.runs.hasAny(batch)) return true;
      batch = [];
    }
    return batch.length > 0 && store.runs.hasAny(batch);
  }
}
