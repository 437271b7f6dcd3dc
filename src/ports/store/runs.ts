import type { Event } from '../../model/event.ts';
import type { RunStatus } from '../../model/events/run.ts';
import type { Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { Usage } from '../../model/usage.ts';
import type { AuditEntry } from './audit.ts';
import type { FaultPhase } from './faults.ts';
import type { Page, PageRequest } from './pages.ts';
import type { ScheduleName } from './schedules.ts';
import type { CallWait } from './waits.ts';

/** What never changes of a run. */
export interface RunRecord {
  readonly id: string;
  readonly definition: { readonly name: string; readonly version: number; readonly digest: string };
  readonly topology: string;
  readonly input: unknown;
  /** Replaces the definition's specification when given (R38). */
  readonly specification?: string;
  readonly tags: readonly string[];
  /** The plan as started, with budgets merged per key; or as the newest redirect that changed it left it. */
  readonly plan: Plan;
  /** Seeded artifacts: step id → artifact id (R69). */
  readonly seeds: Readonly<Record<string, string>>;
  /** Digest of the start request, for the same id again (R56). */
  readonly requestDigest: string;
  readonly createdAt: number;
  /** Where a fork comes from: the run, the first step that is made again, of a machine the turn that is taken again, and what differs. */
  readonly forkedFrom?: {
    readonly runId: string;
    readonly fromStep?: string;
    readonly fromTurn?: number;
    readonly changed: readonly string[];
  };
  /** Steps that a fork's origin had waived: it takes that over. */
  readonly waived?: readonly string[];
  /** Digest of the document that a redirect or a fork made (api 4); none while the run goes by its definition. */
  readonly revision?: string;
}

/** A call that broke, and has made nothing since. */
export interface BrokenCall {
  readonly token: string;
  readonly phase: FaultPhase;
  /** How often. */
  readonly tries: number;
  /** The last time. */
  readonly error: string;
}

export interface RunRow {
  readonly record: RunRecord;
  readonly state: RunState;
  /** The newest first, of calls that are over as well; left out where a run is read for itself: the engine knows more then. */
  readonly broken?: readonly BrokenCall[];
  /** Calls that wait before anything of them was sent, the longest first; of calls that are over as well; left out: none. */
  readonly waits?: readonly CallWait[];
  /** Usage of stored answers whose token the log has discarded (R27), and of judges' answers that nothing could be read in. */
  readonly discarded: Usage;
}

export interface RunFilter {
  readonly status?: RunStatus;
  readonly workflow?: string;
  readonly tag?: string;
  /** Milliseconds, exclusive. */
  readonly createdAfter?: number;
  readonly createdBefore?: number;
}

interface RunSearch extends RunFilter {
  /** Is in the id, the workflow's name or a tag, in capitals or not. */
  readonly text?: string;
}

export interface Runs {
  /**
   * Inserts the run, its first event and the audit row of whoever asked for it in one transaction (R74). `existing` when the id is taken,
   * whatever its content: then nothing is stored.
   */
  create(
    record: RunRecord,
    created: Event,
    audit?: AuditEntry,
  ): Promise<{ readonly row: RunRow; readonly existing?: never } | { readonly row?: never; readonly existing: RunRow }>;
  find(id: string): Promise<RunRow | undefined>;
  /** Whether any of these ids is a run of this database. */
  hasAny(ids: readonly string[]): Promise<boolean>;
  /** Newest first. A run with a large input has none here (`input` is undefined): whoever needs it finds the run. */
  list(filter: RunSearch, page: PageRequest): Promise<Page<RunRow>>;
  /** What the fires of a schedule have started, newest fires first; large inputs are left out as in `list`. */
  ofSchedule(schedule: ScheduleName, page: PageRequest): Promise<Page<RunRow>>;
  /** Runs whose log holds `run.created` alone and is older than so many milliseconds: a crash left them unstarted. */
  unstarted(olderThan: number): Promise<readonly { readonly record: RunRecord; readonly created: Event }[]>;
}
