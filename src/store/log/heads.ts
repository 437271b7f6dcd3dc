import { LRUCache } from 'lru-cache';
import type { Event } from '../../model/event.ts';
import type { RunState } from '../../model/run-state.ts';
import { type AttemptView, reachesOtherAttempts } from '../views/attempt-view.ts';
import type { Projection } from './projection.ts';

/** Where a log ended when this process last wrote to it. */
export interface KnownHead {
  readonly state: RunState;
  /** Attempts that have not ended. */
  readonly attempts: readonly AttemptView[];
}

/**
 * What this process wrote last of each run, so that the next batch need not be preceded by a look. It may be behind: a batch is
 * stored only where the log still ends at `state.seq`, and a log with that end has that state, because it is only ever added to.
 */
export interface Heads {
  /** Undefined when a batch needs a look: it does not begin where the log ended, or reaches attempts that are not known. */
  get(runId: string, events: readonly Event[]): KnownHead | undefined;
  /** Once the batch is stored over what was known or read. */
  stored(runId: string, before: KnownHead, batch: Projection): void;
  forget(runId: string): void;
}

/** Runs that are written to at the same time. */
const MOST_RUNS = 200;

export function createHeads(): Heads {
  const heads = new LRUCache<string, KnownHead>({ max: MOST_RUNS });
  return {
    get(runId, events) {
      const head = heads.get(runId);
      return head && continues(head, events) ? head : undefined;
    },
    stored(runId, before, { state, attempts }) {
      if (state.endedAt !== undefined) return void heads.delete(runId);
      const rows = new Map([...before.attempts, ...attempts].map((row) => [row.token, row]));
      heads.set(runId, { state, attempts: [...rows.values()].filter(({ endedAt }) => endedAt === null) });
    },
    forget: (runId) => void heads.delete(runId),
  };
}

function continues({ state, attempts }: KnownHead, events: readonly Event[]): boolean {
  if (events[0]?.seq !== state.seq + 1 || events.some(reachesOtherAttempts)) return false;
  const known = new Set(attempts.map(({ token }) => token));
  return events.every((event) => {
    if (event.type === 'attempt.started') known.add(event.token);
    return !('token' in event) || known.has(event.token);
  });
}
