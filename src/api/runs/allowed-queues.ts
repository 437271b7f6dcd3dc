import { checkQueues, type QueueSettings } from '../../ports/external-queues.ts';
import { Problem } from '../http/problem.ts';

/** Refuses a run that would ask a task queue that may not be asked, by a definition from before that was said (R116). */
export function mustAllowQueues(
  { queues }: { readonly queues: QueueSettings },
  document: unknown,
  pointer: string,
): void {
  const issues = [...checkQueues(document, queues)];
  const [first] = issues;
  if (!first) return;
  const errors = issues.map((issue) => ({ ...issue, pointer: `${pointer}${issue.pointer}` }));
  throw new Problem(422, first.code, first.detail, { errors });
}
