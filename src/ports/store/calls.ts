import type { BudgetStatus } from '../../core/spending.ts';
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
  /** The limits of the run that are in force, and what is used of them; left out: nothing limits its calls (R49). */
  readonly budget?: BudgetStatus;
}

/** One call, as its material is asked for. */
export interface CallRequest {
  readonly runId: string;
  readonly step: string;
  readonly token: string;
  readonly phase: 'generate' | 'guard';
  /** The document that the call goes by, where a redirect changed it. */
  readonly revision?: string;
  /** Step id → artifact id. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly history: readonly string[];
}

/** What of a call's material may change from one look to the next. */
export interface Looked {
  /** Id of the artifact that the call has come to; null: none yet. */
  readonly answer: string | null;
  /** A verdict is stored under its token. */
  readonly judged: boolean;
  readonly faults: number;
  readonly paid: readonly Usage[] | null;
  readonly budget: BudgetStatus | null;
  /** Artifact id of a dependency → the token of the newest verdict on it in this run; null: none, or no dependency. */
  readonly verdicts: Readonly<Record<string, string | null>> | null;
}

/** Reads for a call beside storing the events that ride on it. */
export interface Look {
  /** Left out: only the budget is wanted. */
  readonly call?: Pick<CallRequest, 'token' | 'phase' | 'step' | 'dependencies'>;
  /** `budget`: as these events leave it. `looked`: as it was before them. Not called where all events were stored before. */
  hear(budget: BudgetStatus | undefined, looked?: Omit<Looked, 'budget'>): void;
}

export interface Calls {
  load(call: CallRequest): Promise<CallMaterial>;
  /**
   * The same, while `append` stores what rides on the call; left out: nothing does. Where this process knows all that never changes,
   * `append` is handed a look: passed on to `EventLog.append` it spares the call a statement of its own.
   */
  open(call: CallRequest, append?: (look?: Look) => Promise<unknown>): Promise<CallMaterial>;
  /**
   * The material of a call that this process has opened and stored the answer of, without a statement; undefined where it does not know
   * all of it. It does not tell of faults, of budgets, of what was paid for nothing, nor of a verdict that another process has stored meanwhile: it is for
   * guards that are pure, whose first stored verdict is what all of them answer.
   */
  known(call: CallRequest): CallMaterial | undefined;
}
