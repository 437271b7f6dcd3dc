import type { Usage } from '../../model/usage.ts';
import type { RunFilter } from './runs.ts';

export interface StatisticsFilter extends RunFilter {
  readonly version?: number;
  /** Runs in which this model, as asked for, made an artifact. */
  readonly model?: string;
}

export interface CountedRun {
  readonly runId: string;
  /** What is kept of its counts (`Tellings`); undefined where that is not of the end of its log. */
  readonly survey: unknown;
}

interface NewestRuns {
  /** Newest first. */
  readonly runs: readonly CountedRun[];
  /** Runs that fit, `runs` among them. */
  readonly matched: number;
  /** When the oldest run in `runs` was created, in milliseconds; undefined when it holds none. */
  readonly oldest?: number;
}

/** What is read of many runs at once. The work is limited, and where the limit cut something off, that is said. */
export interface Statistics {
  /** The newest runs that fit, at most so many, and no more once so many events would have to be read to count them. */
  newest(filter: StatisticsFilter, most: { readonly runs: number; readonly events: number }): Promise<NewestRuns>;
  /** Usage of stored answers whose token the log has discarded (R27), and of judges' answers that nothing could be read in. */
  discarded(runIds: readonly string[]): Promise<Usage>;
}
