import { entriesOf, fieldOf } from '../text/loose.ts';
import { listing, suggestion } from '../text/nearest.ts';
import { below } from '../text/pointer.ts';
import { QUEUES } from './calls.ts';
import type { Issue } from './catalogues.ts';

/** Which task queues an `external` generator or guard may name (R116). */
export interface QueueSettings {
  /** The prefix of this deployment's own queues, and those that it had before, on which executions may still be open. */
  readonly prefix: string;
  readonly former: readonly string[];
  /** Names that are allowed; `*` allows all but our own. */
  readonly external: readonly string[];
}

/** Every task queue in a document that may not be asked, where it is named. */
export function* checkQueues(document: unknown, settings: QueueSettings): Generator<Issue> {
  for (const { queue, pointer } of queuesIn(document, '')) {
    const detail = problemOf(queue, settings);
    if (detail !== undefined) yield { pointer, code: 'queue_not_allowed', detail };
  }
}

interface Named {
  readonly queue: string;
  readonly pointer: string;
}

/** Wherever they are: in steps, in what goes with a step, in the base case. */
function* queuesIn(value: unknown, pointer: string): Generator<Named> {
  if (fieldOf(value, 'kind') === 'external') yield* named(value, pointer);
  if (fieldOf(value, 'use') === 'external') yield* named(fieldOf(value, 'with'), below(pointer, 'with'));
  const inside = Array.isArray(value) ? [...value.entries()] : entriesOf(value);
  for (const [key, child] of inside) yield* queuesIn(child, below(pointer, key));
}

function* named(value: unknown, pointer: string): Generator<Named> {
  const queue = fieldOf(value, 'taskQueue');
  if (typeof queue === 'string') yield { queue, pointer: below(pointer, 'taskQueue') };
}

function problemOf(queue: string, { prefix, former, external }: QueueSettings): string | undefined {
  const own = [prefix, ...former].flatMap((name) => Object.values(QUEUES).map((suffix) => `${name}${suffix}`));
  if (own.includes(queue))
    return `"${queue}" is a task queue of this deployment itself, whose activities are not for definitions to ask. Name one that a worker of yours polls.`;
  if (external.includes('*') || external.includes(queue)) return undefined;
  return `"${queue}" is not among the task queues that this deployment may ask.${suggestion(queue, external)} Allowed: ${listing(external)}. Add it to externalQueues in the settings file.`;
}
