import { QUEUES } from '../../ports/calls.ts';
import type { PollingPart } from './composition.ts';

/** Which task queues workers poll, in words for the log (R99). */
export function queuesTold({ queues }: Pick<PollingPart, 'queues'>, served: 'all' | 'others' | 'guards'): string {
  const all = queues().map((prefix) => `${prefix}*`);
  const guards = queues().map((prefix) => `${prefix}${QUEUES.guard}`);
  if (served === 'guards') return `task queue ${guards.join(', ')}`;
  return `task queues ${all.join(', ')}${served === 'all' ? '' : ` but ${guards.join(', ')}`}`;
}
