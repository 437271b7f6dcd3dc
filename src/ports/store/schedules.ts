import type { AuditEntry } from './audit.ts';
import type { Page, PageRequest } from './pages.ts';

/** What becomes of a fire while the run of an earlier one is open. */
export const OVERLAPS = ['skip', 'queue', 'cancel', 'allow'] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** What is started when. One of `cron` and `every` is there. Durations as ISO 8601, as their author wrote them. */
export interface ScheduleOrder {
  readonly workflow: { readonly name: string; readonly version?: number };
  /** As a template over `{schedule.time}`; what else a start takes, as it takes it. */
  readonly input?: unknown;
  readonly specification?: string;
  readonly budgets?: unknown;
  readonly tags?: readonly string[];
  readonly cron?: string;
  readonly every?: string;
  /** Of `cron`, by its name in the time zone database. */
  readonly timezone: string;
  readonly overlap: Overlap;
  /** How late what was missed while the server was away is still started. */
  readonly catchUp: string;
}

/** Names a schedule. There is one tenant, `default`, until there are keys with tenants. */
export interface ScheduleName {
  readonly tenant: string;
  readonly id: string;
}

/** A schedule as it is wanted: the truth, which Temporal's is made to follow. Times in milliseconds since the epoch. */
export interface StoredSchedule extends ScheduleName {
  readonly order: ScheduleOrder;
  readonly paused: boolean;
  /** Why it was last paused or resumed. */
  readonly note?: string;
  /** Counts its changes, from 1. */
  readonly revision: number;
  /** The newest revision that Temporal is known to have; 0 for none. */
  readonly synced: number;
  /** It is to go, and goes once Temporal's has. */
  readonly isDeleted: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Digest of the request that made it, for the same id again (R56). */
  readonly requestDigest: string;
}

/** A moment for which a schedule has fired. */
export interface Fire {
  readonly schedule: ScheduleName;
  /** The execution that waits for the end of what it starts, by its id in Temporal. */
  readonly execution: string;
  /** The moment that it is for, in milliseconds since the epoch. */
  readonly at: number;
}

/** Why a fire started nothing. */
export interface FireFailure {
  /** The moment that it was for. */
  readonly at: number;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
}

/** What there is to do for schedules, by one look. */
interface ScheduleWork {
  /** Schedules that Temporal does not have as they are wanted, without large inputs. */
  readonly unsynced: readonly StoredSchedule[];
  /** Whether a fire waits to be started, or one whose run has ended to be told so. */
  readonly hasFires: boolean;
}

/** Schedules, and what has become of their fires. */
export interface Schedules {
  /** Stores it with its audit row, unless there is one under this name: then `existing` is that one. */
  add(
    schedule: Omit<StoredSchedule, 'revision' | 'synced' | 'isDeleted'>,
    audit: AuditEntry,
  ): Promise<{ readonly added: StoredSchedule } | { readonly existing: StoredSchedule }>;
  /** Undefined of one that is deleted, too. */
  find(name: ScheduleName): Promise<StoredSchedule | undefined>;
  /** By id; without an input whose JSON has more than 16 KiB. */
  list(tenant: string, page: PageRequest): Promise<Page<StoredSchedule>>;
  /** Makes it the next revision of itself; undefined where another change came first, or it is gone. */
  change(
    schedule: Pick<
      StoredSchedule,
      'tenant' | 'id' | 'order' | 'paused' | 'note' | 'revision' | 'updatedAt' | 'isDeleted'
    >,
    audit: AuditEntry,
  ): Promise<StoredSchedule | undefined>;
  /** Notes that Temporal has this revision; of a deleted one that it has none, so that it goes. */
  synced(schedule: Pick<StoredSchedule, 'tenant' | 'id' | 'revision'>): Promise<void>;
  work(): Promise<ScheduleWork>;
  /** Up to so many that are wanted, by name, after this one, without large inputs. */
  after(name: ScheduleName | undefined, limit: number): Promise<readonly StoredSchedule[]>;
  /** Of these names, those that there are, deleted ones too. */
  known(names: readonly ScheduleName[]): Promise<readonly ScheduleName[]>;

  /** Notes that it fired; the same again is the same. */
  announce(fire: Fire): Promise<void>;
  /** Fires that wait to be started, each given to one asker alone for 30 s. */
  claim(limit: number): Promise<readonly Fire[]>;
  /** What a claimed fire has come to: a run, or a refusal. */
  settle(fire: Fire, outcome: { readonly runId: string } | { readonly failure: FireFailure }): Promise<void>;
  /**
   * Takes back a fire that is not started yet. Answers the id of the run that it has started; undefined where it has started none and
   * never will; `undecided` while somebody has claimed it.
   */
  recall(fire: Pick<Fire, 'schedule' | 'execution'>): Promise<{ readonly runId?: string } | 'undecided'>;
  /** Fires that are settled and whose run, if there is one, has ended: their executions wait to be told. */
  over(limit: number): Promise<readonly Fire[]>;
  /** Notes that the execution was told. */
  told(fire: Pick<Fire, 'schedule' | 'execution'>): Promise<void>;
  /** The newest of its fires that were refused, newest first. */
  failures(name: ScheduleName, limit: number): Promise<readonly FireFailure[]>;
  /** Runs of the fires whose executions wait. */
  openRuns(name: ScheduleName): Promise<readonly string[]>;
  /** Told whenever a fire was announced, by whatever process, or may have been. The answer ends that. */
  onFire(hear: () => void): () => void;
}
