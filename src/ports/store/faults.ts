import type { Settlement } from '../../model/caps.ts';
import type { Usage } from '../../model/usage.ts';

/** What broke: the generator's way to its answer, the guard, the way to the model that judges for a guard, or we ourselves (R117). */
export type FaultPhase = 'generate' | 'guard' | 'judge' | 'internal';

export interface Faults {
  /** Notes a provider fault or a guard error; answers how many this call has met and when the execution of the first began (R32). */
  record(fault: {
    readonly runId: string;
    readonly token: string;
    readonly phase: FaultPhase;
    readonly detail: string;
    readonly partial?: string;
    /** What was paid for an answer that led to nothing; shows as discarded and counts in the budgets (R111). */
    readonly usage?: Usage;
    /** What an equal fault has in common with it; left out where it may not be met again, as where a connection broke. */
    readonly equalBy?: string;
    readonly startedAt: number;
    /** What was reserved under caps for the answer that led to nothing; left out: nothing, or it is ended already. */
    readonly settles?: Settlement;
  }): Promise<{
    readonly count: number;
    /** How many of these are equal to it by `equalBy`, itself included; 1 without it. */
    readonly equal: number;
    readonly firstStartedAt: number;
    /** All that the run has paid so for faults; left out: nothing. */
    readonly paid?: Usage;
  }>;
  count(runId: string, token: string, phase: FaultPhase): Promise<number>;
  /** All that the run has paid for faults; undefined: nothing. */
  paid(runId: string): Promise<Usage | undefined>;
}
