import type { Usage } from '../../model/usage.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from './artifacts.ts';
import type { RunRecord } from './runs.ts';

export interface HistoryEntry {
  readonly token: string;
  readonly artifact: ArtifactRecord;
  readonly text: string;
  readonly verdict: Verdict;
}

/** Everything a call reads, in one round trip. */
export interface CallMaterial {
  readonly run: RunRecord;
  readonly document: unknown;
  /** Step id → accepted artifact with its text and the verdict it was accepted with. */
  readonly dependencies: Readonly<
    Record<string, { readonly artifact: ArtifactRecord; readonly text: string; readonly verdict?: Verdict }>
  >;
  readonly history: readonly HistoryEntry[];
  /** An answer stored under the token by an earlier execution. */
  readonly answer?: { readonly artifact: ArtifactRecord; readonly text: string; readonly verdict?: Verdict };
  /** Faults of this phase so far; of a generation also those of the step's discarded attempts since its last that counted. */
  readonly faults: number;
  /** What the run has paid for answers that led to nothing; left out: nothing (R111). */
  readonly paid?: Usage;
}

export interface Calls {
  load(call: {
    readonly runId: string;
    readonly step: string;
    readonly token: string;
    readonly phase: 'generate' | 'guard';
    /** The document that the call goes by, where a redirect changed it. */
    readonly revision?: string;
    /** Step id → artifact id. */
    readonly dependencies: Readonly<Record<string, string>>;
    readonly history: readonly string[];
  }): Promise<CallMaterial>;
}
