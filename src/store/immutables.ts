import { LRUCache } from 'lru-cache';
import type { Verdict } from '../model/verdict.ts';
import type { ArtifactRecord } from '../ports/store/artifacts.ts';
import type { DefinitionVersion } from '../ports/store/definitions.ts';
import type { RunRecord } from '../ports/store/runs.ts';

/** What every call of a run reads. */
export interface Frame {
  readonly run: RunRecord;
  readonly document: unknown;
}

/** Things of one kind. `bytes`: of the text that it is, or of its JSON. */
interface Kept<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes: number): void;
}

/**
 * What this process has read or stored and nobody ever changes or deletes (design 4), as the database holds it: whoever finds it here
 * need not ask. It is bounded as a whole; what was not used for longest goes first.
 */
export interface Immutables {
  /** By the run's id, as it was created. */
  readonly records: Kept<RunRecord>;
  /** By the run and the revision of its document. */
  readonly frames: Kept<Frame>;
  /** By digest. */
  readonly texts: Kept<string>;
  /** By id. */
  readonly artifacts: Kept<ArtifactRecord>;
  /** Ids of the artifacts that are stored under a token, by `callKey`; not those that only the log names. */
  readonly answers: Kept<string>;
  /** By `callKey`. */
  readonly verdicts: Kept<Verdict>;
  /** By `callKey`, what an opened call has seen of its dependencies: artifact id → token of the newest verdict then; null: none. */
  readonly seen: Kept<Readonly<Record<string, string | null>>>;
  /** Documents, by the run and their digest. */
  readonly revisions: Kept<unknown>;
  /** By name and version. */
  readonly definitions: Kept<DefinitionVersion>;
}

/** Of everything together, in memory. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What a value takes in memory for each byte of its JSON, and an entry beside what it holds. */
const PARSED = 3;
const ENTRY = 200;

export function createImmutables(mostBytes = MOST_BYTES): Immutables {
  const cache = new LRUCache<string, object>({ maxSize: mostBytes });
  const kept = <Value>(kind: string, weight: number): Kept<Value> => {
    const values = new WeakMap<object, Value>();
    return {
      get(key) {
        const entry = cache.get(`${kind} ${key}`);
        return entry && values.get(entry);
      },
      set(key, value, bytes) {
        const entry = {};
        values.set(entry, value);
        cache.set(`${kind} ${key}`, entry, { size: weight * bytes + key.length + ENTRY });
      },
    };
  };
  return {
    records: kept('record', PARSED),
    frames: kept('frame', PARSED),
    texts: kept('text', 1),
    artifacts: kept('artifact', PARSED),
    answers: kept('answer', 1),
    verdicts: kept('verdict', PARSED),
    seen: kept('seen', PARSED),
    revisions: kept('revision', PARSED),
    definitions: kept('definition', PARSED),
  };
}

/** A call's name beside others: tokens are unique in their run. */
export function callKey(runId: string, token: string): string {
  return `${runId} ${token}`;
}
