import type { QueueSettings } from './external-queues.ts';

/**
 * The task queues of one database (R99): their prefix is `<DSAP_TASK_QUEUE>-<id>`, so that no worker takes the tasks of another database's
 * runs. Those without an id are former ones. `settings` as a person sets them; `id` as the database has it.
 */
export function queuesOfDatabase({ prefix: base, former, external }: QueueSettings, id: string): QueueSettings {
  const prefix = withId(base, id);
  const before = new Set([base, ...former.flatMap((name) => [name, withId(name, id)])]);
  before.delete(prefix);
  return { prefix, former: [...before], external };
}

function withId(name: string, id: string): string {
  return `${name}-${id}`;
}
