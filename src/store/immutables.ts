import { LRUCache } from 'lru-cache';
import type { RunRecord } from '../ports/store.ts';

/** What every call of a run reads and nobody ever changes. */
interface Frame {
  readonly run: RunRecord;
  readonly document: unknown;
}

export interface Immutables {
  /** By the run and the revision of its document. */
  get(key: string): Frame | undefined;
  /** `size` is that of the JSON, in bytes. */
  set(key: string, frame: Frame, size: number): void;
}

/** Bounds what is kept, as bytes of JSON; in memory it is several times that. */
const MOST_BYTES = 16 * 1024 * 1024;

export function createImmutables(): Immutables {
  const frames = new LRUCache<string, Frame>({ maxSize: MOST_BYTES });
  return {
    get: (key) => frames.get(key),
    set: (key, frame, size) => void frames.set(key, frame, { size }),
  };
}
