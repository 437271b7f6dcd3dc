import type { Move } from '../machine-state.ts';
import type { Usage } from '../usage.ts';
import type { VerdictWord } from '../verdict.ts';
import type { At } from './place.ts';

export type ArtifactSource = 'generated' | 'human' | 'imported';

/** An attempt, what it made, and how that was judged. */
export type AttemptEvent =
  | ({ readonly type: 'attempt.started'; readonly n: number; readonly rung?: number } & At)
  | ({
      readonly type: 'artifact.created';
      readonly artifactId: string;
      readonly digest: string;
      readonly source: ArtifactSource;
      readonly usage: Usage;
      /** Who gave a human artifact. */
      readonly by?: string;
      /** The guard leaf that was to be answered by whoever gave it: that is its answer. */
      readonly approves?: string;
      /** Stands for all that this person was shown. */
      readonly shown?: string;
    } & At)
  | ({
      readonly type: 'guard.verdict';
      readonly artifactId: string;
      readonly verdict: VerdictWord;
      readonly guard: string;
      readonly signature?: string;
      readonly score?: number;
      /** Similarity in permille to the stream's failures before, newest first (R24). */
      readonly alike?: readonly number[];
      /** The progress measure (R19): an integer, larger is better. */
      readonly progress?: number;
      /** The version of what the run is to achieve that it was judged by, where a redirect changed it. */
      readonly criteria?: number;
      /** What models used to judge; counts like that of generations. */
      readonly usage?: Usage;
      /** Of a machine: the move that the step asks for, should it pass (R71). */
      readonly move?: Move;
      /** A probe found that it cannot be done that way. */
      readonly infeasible?: boolean;
    } & At)
  | ({ readonly type: 'guard.error'; readonly guard: string; readonly detail: string } & At)
  | ({
      readonly type: 'attempt.finished';
      readonly status: 'accepted' | 'rejected' | 'discarded' | 'waived';
      /** Nothing was generated: the condition of the step was false. */
      readonly skipped?: true;
    } & At);
