import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from './artifacts.ts';
import type { RunFilter } from './runs.ts';

/** A judged attempt: what was asked, what was answered, and what the guard said of it (S3-DISC-2). */
export interface Example {
  readonly runId: string;
  readonly workflow: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly artifact: ArtifactRecord;
  readonly output: string;
  /** As sent; empty for what no model made. */
  readonly prompt: readonly { readonly role: string; readonly content: string }[];
  readonly verdict: Verdict;
}

export interface Examples {
  /** Read as they are taken: runs newest first, their attempts oldest first; discarded and unjudged ones are left out. */
  stream(filter: RunFilter): AsyncIterable<Example>;
}
