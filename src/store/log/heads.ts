import { LRUCache } from 'lru-cache';
import { unpacked } from '../../engine.ts';
import type { Event } from '../../model/event.ts';
import { isClosed, type RunState } from '../../model/run-state.ts';
import { type AttemptView, reachesOtherAttempts } from '../views/attempt-view.ts';
import type { Projection } from './projection.ts';
import { currentState, type Snapshot, type StoredSnapshot, snapshotOf } from './snapshots.ts';

/** Where a log ended when this process last wrote to it. */
export interface KnownHead {
  readonly state: RunState;
  /** What the row holds of it. */
  readonly snapshot: Snapshot;
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
  /** Whether anything is known of the run's. */
  has(runId: string): boolean;
  /** What was read of it, with all attempts that have not ended. */
  found(runId: string, read: StoredHead): void;
  /** Once the batch is stored over what was known or read. */
  stored(runId: string, before: KnownHead, batch: Projection, snapshot: Snapshot): void;
  forget(runId: string): void;
}

/** As the database holds it, with the attempts that were asked for. */
export interface StoredHead extends StoredSnapshot {
  /** Of the state's JSON. */
  readonly size: number;
  readonly topology: string;
  readonly attempts: readonly AttemptView[] | null;
}

export function knownHead({ size, topology, attempts, ...stored }: StoredHead): KnownHead {
  const state = unpacked(currentState(stored, topology));
  return { state, snapshot: snapshotOf(stored, size), attempts: attempts ?? [] };
}

/** A row of `attempt_views a` as JSON. */
export const ATTEMPT = `json_build_object(
  'token', a.token, 'seq', a.seq, 'step', a.step, 'epoch', a.epoch, 'attempt', a.attempt, 'n', a.n, 'status', a.status,
  'startedAt', a.started_at, 'endedAt', a.ended_at, 'artifactId', a.artifact_id
)`;

/** `mostRuns`: that are written to at the same time, which is as many as workflows are kept. */
export function createHeads(mostRuns: number): Heads {
  const heads = new LRUCache<string, KnownHead>({ max: mostRuns });
  return {
    has: (runId) => heads.has(runId),
    found(runId, read) {
      const head = knownHead(read);
      if (!isClosed(head.state) && (heads.get(runId)?.state.seq ?? 0) < head.state.seq) heads.set(runId, head);
    },
    get(runId, events) {
      const head = heads.get(runId);
      return head && continues(head, events) ? head : undefined;
    },
    stored(runId, before, { state, attempts }, snapshot) {
      if (isClosed(state)) return void heads.delete(runId);
      const rows = new Map([...before.attempts, ...attempts].map((row) => [row.token, row]));
      heads.set(runId, { state, snapshot, attempts: [...rows.values()].filter(({ endedAt }) => endedAt === null) });
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
