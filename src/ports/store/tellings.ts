import type { Event } from '../../model/event.ts';
import type { Run } from '../../model/run.ts';
import type { RunState } from '../../model/run-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { RunRecord } from './runs.ts';

/** Why something came about. `at` is in milliseconds. */
export interface Reason {
  readonly seq: number;
  readonly at: number;
  readonly because: string;
  /** The row of an attempt says the same. */
  readonly repeatsAttempt?: true;
}

/** The shape of what is remembered of runs; what is told in another one is folded anew. */
export const TELLING_FORMAT = 5;

/** How far a run is told: up to an event, by the plan of a revision, in a shape. */
export interface ToldTo {
  readonly seq: number;
  readonly revision: string | null;
  readonly format: number;
}

/** What the next portion goes on from; JSON. */
interface KeptTelling extends ToldTo {
  readonly memory: unknown;
  readonly state: RunState;
  readonly survey: unknown;
  readonly standing: unknown;
}

export interface ToldRun {
  readonly record: RunRecord;
  /** Where its log ends, and what it goes by there. */
  readonly seq: number;
  readonly revision: string | null;
  readonly told: ToldTo;
  /** Undefined before the first portion. */
  readonly kept: KeptTelling | undefined;
}

/** Rows by seq, and the seqs of rows that are no more. */
export interface Changed<Row> {
  readonly said: ReadonlyMap<number, Row>;
  readonly gone: readonly number[];
}

/** Actions by the event that stands for them; `from` is how many come before all of them. Each that is gone was its event's only one. */
export interface ChangedTrace extends Changed<readonly TraceEntry[]> {
  readonly from: number;
}

/** An event's actions, and how many come before. */
export interface TraceRow {
  readonly place: number;
  readonly entries: readonly TraceEntry[];
}

/** `told`: how far they were told when they were read, of a log that then ended at `seq` and went by `revision`. */
export interface ToldRows<Row> {
  readonly seq: number;
  readonly revision: string | null;
  readonly told: ToldTo;
  readonly rows: readonly Row[];
}

/** Reasons, and how the run stood when they were told; JSON. */
interface ToldReasons extends ToldRows<Reason> {
  readonly standing: unknown;
  /** As it was when they were read, where that is asked for and it is not over. */
  readonly run?: Run;
}

/** What is told of runs, kept as it was folded from their logs: caches, which may lag behind and can be folded anew (performance 3). */
export interface Tellings {
  load(runId: string): Promise<ToldRun | undefined>;
  /** So many events after a seq, the verdicts on their attempts, and which of those had their context cut. */
  portion(
    runId: string,
    after: number,
    limit: number,
  ): Promise<{
    readonly events: readonly Event[];
    readonly verdicts: ReadonlyMap<string, Verdict>;
    readonly cut: ReadonlySet<string>;
  }>;
  /** Goes on behind `from`, in one statement. False, with nothing written, when another has gone on from there. */
  keep(runId: string, from: ToldTo, next: KeptTelling, trace: ChangedTrace, reasons: Changed<Reason>): Promise<boolean>;
  /** Forgets all that is told of the run, if it is still told as far as this. */
  forget(runId: string, told: ToldTo): Promise<void>;
  /** Actions from a place on, oldest first: those of so many events at most. Undefined: there is no such run. */
  trace(runId: string, place: number, events: number): Promise<ToldRows<TraceRow> | undefined>;
  /** Reasons before an event, newest first; on request with the run, if it is not over. */
  reasons(
    runId: string,
    before: number | undefined,
    limit: number,
    withRun?: 'with run',
  ): Promise<ToldReasons | undefined>;
  /** Runs of which nothing is told yet, though their log has more than its first event. */
  untold(limit: number): Promise<readonly string[]>;
  /** Runs in the order of their ids, from behind one on. */
  idsAfter(runId: string, limit: number): Promise<readonly string[]>;
  /** The last run of a rebuilding that did not come to its end; '' where none is under way. */
  rebuiltTo(): Promise<string>;
  /** `runId`: the last one that is told anew; undefined at the end. */
  setRebuilt(runId: string | undefined): Promise<void>;
}
