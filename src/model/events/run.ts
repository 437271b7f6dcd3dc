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
 * Which rules of settling and verifying a run goes by for good, told by its first event. Left out: those of runs that began before there were
 * numbers. What each number brought is in `SINCE`.
 */
export const RULES = 6;
export type Rules = 2 | 3 | 4 | 5 | typeof RULES;

/** Since which rules what is so; runs that began by earlier ones go on as they did. Asked by `goesBy`. */
export const SINCE = {
  /** A base case is verified in every open status, out of budget by what asks no model (R101). */
  verifiesParked: 2,
  /** Of the choices that are tried at once the first that passes wins at once (R102). */
  firstWinsAtOnce: 2,
  /** While it is found out what a person's words mean, a budget that is used up parks the run in every status, not in `running` alone. */
  clarifyingParks: 3,
  /** A new objective lets go of what is judged and not tried next. */
  objectiveReopens: 3,
  /** A verification counts for what it looked at alone. */
  verifiesAnew: 3,
  /** A group that is won changes by a swap alone (R85). */
  wonChangesBySwap: 3,
  /** What a person has forced is forced where it is taken again, too (R85). */
  forcedStays: 3,
  /** What a probe finds infeasible has its consequences for the last choice, too (R91). */
  lastInfeasibleCounts: 3,
  /** A step of a machine that was undone, and then was not for this run, has had its turn (R89). */
  turnStaysTaken: 3,
  /** A `when` is asked anew once a person has corrected what it reads. */
  conditionSeesCorrections: 3,
  /** Every question about what is settled is withdrawn (R44). */
  settledEndsQuestions: 4,
  /** A choice that is taken again is not begun anew while its last attempt is under way. */
  underWayIsLeft: 4,
  /** Of choices that are tried at once the last that fails is asked about. */
  lastOfAllIsAsked: 4,
  /** A choice that wins by what was accepted before is verified (R101). */
  winnerIsVerified: 4,
  /** Whoever overrides what a probe made is not asked about it any more (R91). */
  overrideSettles: 4,
  /** The question that a refused artifact was an answer to is open again. */
  questionReopens: 4,
  /** An epoch that begins with a question needs an iteration, and is not begun without one (R72). */
  questionNeedsIteration: 4,
  /** A new objective lets go of choices once all is reset, not before. */
  reopensAfterReset: 4,
  /** What a step of a machine asked for it asks for no more once it is skipped (R54). */
  skippedAsksNoMore: 4,
  /** What needs a group fails with the last choice of it (R51). */
  lastChoiceFailsGroup: 5,
  /** A person's choice stands though it has won already. */
  winnerCanBeForced: 5,
  /** A choice that was added answers questions about its own group alone. */
  addedAnswersItsGroup: 5,
  /** A word for a guard that settles the step ends the other questions about it, too (R44). */
  leafAnswerSettles: 5,
  /** What a person gave and then accepts joins the variables (R89). */
  givenIsRemembered: 5,
  /** A new objective lets go of the last choice, too, that failed and is worked on once more. */
  failedLastIsLetGo: 6,
} as const satisfies Readonly<Record<string, Rules>>;

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
  /** `about`: of a warning, which a run is told once. */
  | { readonly type: 'note.added'; readonly step?: string; readonly text: string; readonly about?: string };
