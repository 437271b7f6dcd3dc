import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord, ArtifactStatus } from './artifacts.ts';
import type { HistoryEntry } from './calls.ts';
import type { Page, PageRequest } from './pages.ts';

/** One attempt as the views keep it; `status` follows the log. */
export interface AttemptRow {
  readonly runId: string;
  readonly token: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** Absent on discarded rows (R27). */
  readonly n?: number;
  readonly status: ArtifactStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly artifact?: ArtifactRecord;
  readonly verdict?: Verdict;
  /** `partial`: the text that had arrived when a stream was cut (R32). */
  readonly faults: readonly {
    readonly at: number;
    readonly phase: string;
    readonly detail: string;
    readonly partial?: string;
  }[];
}

export interface AttemptFilter {
  readonly step?: string;
  /** With `step`: the ordinal over all epochs (R25). */
  readonly n?: number;
  readonly newestFirst?: boolean;
}

export interface Attempts {
  /** Rejections of a step with their texts, oldest first: of one epoch, or of all before it. */
  rejected(
    runId: string,
    step: string,
    epochs: { readonly of: number } | { readonly before: number },
  ): Promise<readonly HistoryEntry[]>;
  /** What the log says became of a token; undefined when it does not know it yet. */
  statusOf(runId: string, token: string): Promise<ArtifactStatus | undefined>;
  /** Oldest first, unless the filter says otherwise. */
  list(runId: string, filter: AttemptFilter, page: PageRequest): Promise<Page<AttemptRow>>;
  /** The newest of each step and in all, oldest first, and how many each step has. */
  newest(
    runId: string,
    most: { readonly each: number; readonly all: number },
  ): Promise<{ readonly rows: readonly AttemptRow[]; readonly counts: ReadonlyMap<string, number> }>;
}
