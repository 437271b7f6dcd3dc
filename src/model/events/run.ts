import type { Variables } from '../machine-state.ts';
import type { Budgets, Topology } from '../plan.ts';
import type { Decomposed } from './and-or.ts';

export const RUN_STATUSES = [
  'awaiting_alignment',
  'running',
  'paused',
  'escalated',
  'budget_exceeded',
  'stopped',
  'completed',
  'failed',
  'cancelled',
  'terminated',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/**
 * Which rules of settling and verifying a run goes by for good, told by its first event. 2: the first that passes wins at once (R102), and a
 * base case is verified in every open status (R101). 3: a new objective lets go of what is judged and not tried next, a verification counts
 * for what it looked at alone, and a group that is won changes by a swap alone (R85). 4: whoever overrides what a probe made is not asked about
 * it any more (R91), and what random definitions found: every question about what is settled is withdrawn (R44), a choice that wins by what was
 * accepted before is verified (R101). 5: a person's choice stands though it has won already, what needs a group fails with the last choice of it
 * (R51), and what a person gave and then accepts joins the variables (R89). 6: a new objective lets go of the last choice, too, that failed and
 * is worked on once more. Left out: those of runs that began before there were numbers.
 */
export const RULES = 6;
export type Rules = 2 | 3 | 4 | 5 | typeof RULES;

/** The statuses that end a run. */
export const ENDINGS = ['stopped', 'completed', 'failed', 'cancelled', 'terminated'] as const satisfies RunStatus[];
export type Ending = (typeof ENDINGS)[number];

export function isEnding(status: RunStatus): status is Ending {
  return ENDINGS.some((ending) => ending === status);
}

export type StopMode = 'now' | 'after_attempt';

/** Why a run failed (R58). */
export interface RunFailure {
  readonly code: string;
  readonly step?: string;
  readonly detail: string;
}

/** What happens to a run as a whole. */
export type RunEvent =
  | {
      readonly type: 'run.created';
      readonly runId: string;
      readonly steps: readonly string[];
      readonly budgets: Budgets;
      readonly by: string;
      /** Of a run that goes by another document than its definition's from the start. */
      readonly revision?: string;
      /** Of a state machine; of a fork also the variables and artifacts that it begins with (R89). */
      readonly machine?: {
        readonly initial: string;
        readonly variables?: Variables;
        readonly artifacts?: Readonly<Record<string, { readonly id: string; readonly digest: string }>>;
      };
      /** Left out: dag. */
      readonly topology?: Exclude<Topology, 'dag'>;
      /** Of a state machine that has a base case. */
      readonly verifies?: true;
      /** What it is for has still to be agreed on (R50). */
      readonly unaligned?: boolean;
      /** Of a fork: the steps that were broken down before. */
      readonly decompositions?: readonly Decomposed[];
      readonly rules?: Rules;
    }
  | { readonly type: 'run.started'; readonly by?: string }
  | { readonly type: 'run.stopping'; readonly reason: string; readonly mode: StopMode; readonly by: string }
  | { readonly type: 'run.pausing'; readonly reason: string; readonly by: string }
  /** Nothing is under way any more. */
  | { readonly type: 'run.paused' }
  /** After a pause or a stop. */
  | { readonly type: 'run.resumed'; readonly reason: string; readonly by: string }
  /** The run will fail as soon as what people said in free words is settled: until then nothing ends (R86). */
  | { readonly type: 'run.failing'; readonly failure: RunFailure }
  | {
      readonly type: 'run.closed';
      readonly status: Ending;
      readonly failure?: RunFailure;
      /** Of a run that a person terminated. */
      readonly reason?: string;
      readonly by?: string;
    }
  | { readonly type: 'note.added'; readonly step?: string; readonly text: string };
