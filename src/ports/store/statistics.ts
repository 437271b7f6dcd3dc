import type { Event } from '../../model/event.ts';
import type { RunStatus } from '../../model/events/run.ts';
import type { Usage } from '../../model/usage.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { RunFilter } from './runs.ts';

/** A whole run as its log and its guards tell it. */
export interface RunHistory {
  readonly runId: string;
  readonly workflow: string;
  readonly status: RunStatus;
  readonly events: readonly Event[];
  /** By token. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Tokens of rejected attempts whose context did not fit and was cut (R58). */
  readonly cut: ReadonlySet<string>;
  /** Usage of stored answers whose token the log has discarded (R27). */
  readonly discarded: Usage;
}

export interface StatisticsFilter extends RunFilter {
  readonly version?: number;
  /** Runs in which this model, as asked for, made an artifact. */
  readonly model?: string;
}

export interface NewestRuns {
  readonly histories: AsyncIterable<RunHistory>;
  /** Runs that fit, and how many of them `histories` holds. */
  readonly matched: number;
  readonly counted: number;
  /** When the oldest run in `histories` was created, in milliseconds; undefined when it holds none. */
  readonly oldest?: number;
}

/** What is read of many runs at once. The work is limited, and where the limit cut something off, that is said. */
export interface Statistics {
  history(runId: string): Promise<RunHistory | undefined>;
  /** The newest runs that fit, at most so many, and no more once so many events have been read. */
  newest(filter: StatisticsFilter, most: { readonly runs: number; readonly events: number }): Promise<NewestRuns>;
}
