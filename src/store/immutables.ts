import { LRUCache } from 'lru-cache';
import type { RunRecord } from '../domain/store.ts';

/** What every call of a run reads and nobody ever changes. */
interface Frame {
  readonly run: RunRecord;
  readonly document: unknown;
}

export interface Immutables {
  get(runId: string): Frame | undefined;
  /** `size` is that of the JSON, in bytes. */
  set(runId: string, frame: Frame, size: number): void;
}

/** Bounds what is kept, as bytes of JSON; in memory it is several times that. */
const MOST_BYTES = 16 * 1024 * 1024;

export function createImmutables(): Immutables {
  const frames = new LRUCache<string, Frame>({ maxSize: MOST_BYTES });
  return {
    get: (runId) => frames.get(runId),
    set: (runId, frame, size) => void frames.set(runId, frame, { size }),
  };
}
