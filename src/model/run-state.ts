/**
 * The deterministic half of a run, S_workflow of the paper (formal A.2 Def 1) with its bookkeeping. It is the fold of `evolve`
 * over the log by construction; plain JSON, so that it travels through continue-as-new and lies in the view row as it is.
 */
import type { ArtifactSource } from './events/attempts.ts';
import type { BudgetName } from './events/budgets.ts';
import type { Action, Decision, EscalationKind, QuestionFacts } from './events/escalations.ts';
import type { At } from './events/place.ts';
import type { Injection } from './events/recovery.ts';
import type { RedirectType } from './events/redirects.ts';
import { type Ending, type Rules, type RunFailure, type RunStatus, SINCE, type StopMode } from './events/run.ts';
import type { Own } from './own-state.ts';
import type { Budgets } from './plan.ts';
import { NO_USAGE, type Usage } from './usage.ts';

export const SIGMAS = ['unsatisfied', 'satisfied', 'fatal', 'waived'] as const;
/** The status of a step's guard (R3). */
type Sigma = (typeof SIGMAS)[number];

/** A call that should be under way: the model's in phase `generate`, the guard's in phase `guard`. */
export interface Call extends At {
  readonly phase: 'generate' | 'guard';
  readonly n: number;
  readonly source: ArtifactSource;
  readonly artifactId?: string;
  readonly digest?: string;
  /** Who gave a human artifact. */
  readonly by?: string;
  /** The guard leaf whose verdict a person owes: until then nothing is under way (R73). */
  readonly pending?: string;
  readonly answers?: readonly LeafAnswer[];
}

/** What a person said for a guard leaf. */
export interface LeafAnswer {
  readonly leaf: string;
  readonly verdict: 'pass' | 'retry';
  readonly by: string;
  readonly feedback?: string;
  readonly feedbackDigest?: string;
}

/** One rejected attempt of the current epoch: the entries of H (formal A.2 Def 2), by token. */
export interface Failure {
  readonly token: string;
  readonly artifactId: string;
  readonly guard: string;
  readonly signature: string;
  readonly alike: readonly number[];
  readonly progress: number;
}

interface ArtifactRef {
  readonly id: string;
  readonly digest: string;
}

export interface StepState {
  readonly sigma: Sigma;
  /** Counts from 1; 0 before the step first starts (R25). */
  readonly epoch: number;
  /** The epoch is under way. */
  readonly open: boolean;
  /** The attempt under way or last made in this epoch; 0 before the first. */
  readonly attempt: number;
  /** The attempts this epoch may have. */
  readonly allowed: number;
  /** Attempts over all epochs, discarded ones excluded (R27). */
  readonly n: number;
  /** How often this step has sent the run back upstream; never reset (R20). */
  readonly backtracks: number;
  /** Artifacts that people have given; they are no attempts (R43). */
  readonly amendments: number;
  /** The rung of the model ladder, from 0. */
  readonly rung: number;
  /** Failures before this index are outside the stagnation window: a climb restarts it (R26). */
  readonly window: number;
  /** The next prompts say that the approach must change (R22). */
  readonly warned: boolean;
  /** A person has agreed that this epoch generates (R81). */
  readonly approved: boolean;
  /** The epoch that its `when` holds for, or that a person lets run (R103). */
  readonly applies?: number;
  /** The epoch from which on the execution tier of its agent is kept: a cascade clears it (R14). Left out: the first. */
  readonly executionSince?: number;
  /** A person has opened it again, and its new epoch has not begun. */
  readonly reopened?: boolean;
  readonly injected: readonly Injection[];
  readonly failures: readonly Failure[];
  readonly artifact?: ArtifactRef;
  /** Why it is waived; `unneeded`: it is not for this run, since its condition is false. */
  readonly waived?: { readonly reason: string; readonly unneeded?: true };
  /** Its condition is false, and it is about to be waived for it, or another choice is taken. */
  readonly unneeded?: true;
  readonly call?: Call;
  /** The open escalation about this step. */
  readonly escalation?: string;
  /** and-or: what began together has the same number. */
  readonly wave?: number;
}

export interface EscalationState {
  readonly id: string;
  readonly kind: EscalationKind;
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly step?: string;
  readonly attempt?: number;
  readonly artifactId?: string;
  readonly artifactDigest?: string;
  /** The artifact is one that a person gave as an answer, and that the guard has refused. */
  readonly isGiven?: true;
  readonly question: string;
  readonly allowedActions: readonly Action[];
  readonly openedAt: number;
  readonly expiresAt?: number;
  readonly branch?: boolean;
  readonly leaf?: string;
  readonly rejectOnExpiry?: boolean;
  /** Digest of what a `when` that cannot be calculated was asked of (R109). */
  readonly evidence?: string;
  /** It is asked because no swap is left that the run may make (R85): with a higher limit it is not needed. */
  readonly swapsUsedUp?: boolean;
  /** The endpoint whose fault it is; of kind `infrastructure`. */
  readonly endpoint?: string;
  readonly facts?: QuestionFacts;
  readonly decision?: Decision;
}

/** A redirect, as the control state keeps it (api 4). `at` in milliseconds. */
interface Correction {
  readonly id: string;
  readonly at: number;
  /** `instruction`: of words that led to no change. */
  readonly type: RedirectType | 'instruction';
  readonly description: string;
  readonly trailCleared: boolean;
  readonly by: string;
  /** Left out: applied. */
  readonly outcome?: 'dropped' | 'expired';
}

/** What a person said in free words, until it is settled (R86). `at` in milliseconds. */
export interface Spoken {
  readonly id: string;
  /** The step that finds out what is meant. */
  readonly step: string;
  readonly at: number;
  readonly by: string;
  readonly description: string;
}

/** What shaped the course of the run (S1-4.4-a): never deleted, but a new epoch may begin (R10). `at` in milliseconds. */
export interface TrailEntry {
  readonly seq: number;
  readonly epoch: number;
  readonly at: number;
  readonly type: 'backtrack' | 'user_correction' | 'or_selected' | 'or_failed' | 'parallel_failure';
  readonly orGroup?: string;
  /** The choice. */
  readonly selected?: string;
  readonly reason: string;
}

/** Whether the run is open, and in which status; how and when it ended. `endedAt` in milliseconds. */
export type Life =
  | { readonly status: Exclude<RunStatus, Ending> }
  | { readonly status: Exclude<Ending, 'failed'>; readonly endedAt: number }
  | { readonly status: 'failed'; readonly endedAt: number; readonly failure: RunFailure };

const UNTOLD: RunFailure = { code: 'unknown', detail: 'The log does not say why.' };

/** A run that has ended, `endedAt` in milliseconds; one that failed says why. */
export function endedAs(status: Ending, endedAt: number, failure = UNTOLD): Life {
  return status === 'failed' ? { status, endedAt, failure } : { status, endedAt };
}

/** Raised when a state of before no longer means the same to `absorb`, `tick` and `evolve` (docs/changing-workflows.md). */
export const STATE_SCHEMA = 2;

export interface RunState {
  readonly schema: typeof STATE_SCHEMA;
  readonly runId: string;
  /** As its first event says. */
  readonly rules?: Rules;
  /** The newest event folded; 0 before the first. */
  readonly seq: number;
  /** The time of the newest event, in milliseconds. */
  readonly at: number;
  readonly life: Life;
  readonly steps: Readonly<Record<string, StepState>>;
  readonly escalations: Readonly<Record<string, EscalationState>>;
  readonly budgets: Budgets;
  /** `attempts` are generations that count; `activeMs` is the time spent running, parked time excluded (R49). */
  readonly usage: Usage & {
    readonly attempts: number;
    readonly activeMs: number;
    /** What answers that led to nothing have cost; it counts in the budgets all the same (R111). */
    readonly discarded?: Usage;
  };
  /** Step epochs opened; of a machine, turns begun (R72). */
  readonly iterations: number;
  /** The fewest unresolved steps so far, and the iterations since; of a machine, the turns in a row that ended in the same state (R6, R72). */
  readonly stall: {
    readonly best: number;
    readonly since: number;
    /** How many were unresolved as the last iteration began; a machine has none. */
    readonly last?: number;
  };
  /** Only people can bring the run on: every branch that is left waits for one (R45). */
  readonly waiting: boolean;
  /** Attempts of epochs that people opened again: they raise the bound (R26). */
  readonly granted: number;
  /** Budgets that a warning was given of. */
  readonly warned: readonly BudgetName[];
  readonly control: {
    readonly stop?: { readonly mode: StopMode; readonly reason: string; readonly by: string };
    /** Asked for, or in force. It outlasts an end: whoever resumes a run that was stopped meanwhile makes up for all of it. `since` in milliseconds. */
    readonly pause?: { readonly reason: string; readonly by: string; readonly since: number };
  };
  readonly exceeded?: BudgetName;
  /** Every redirect, oldest first; none: left out. */
  readonly corrections?: readonly Correction[];
  /** What people said in free words and is not settled, in order of arrival, and since when that holds everything up (R86). */
  readonly redirecting?: { readonly since: number; readonly queue: readonly Spoken[] };
  /** It fails once that is settled. */
  readonly failing?: RunFailure;
  /** How many redirects came in free words. */
  readonly clarifications?: number;
  /** Counters of steps that redirects have taken out. */
  readonly gone?: Readonly<Record<string, Pick<StepState, 'epoch' | 'n' | 'backtracks' | 'amendments'>>>;
  readonly trail?: { readonly epoch: number; readonly entries: readonly TrailEntry[] };
  /** The version of what the run is to achieve; left out: the first. */
  readonly criteria?: number;
  /** Digest of the document that the newest redirect made; left out while the run goes by its definition. */
  readonly revision?: string;
  readonly own: Own;
  /** What it is for has still to be agreed on, and nothing begins before (R50); such a run may wait for a person or be paused as well. */
  readonly unaligned?: boolean;
  readonly createdAt: number;
  /** What a person should know of models' answers, in the order in which it was found; left out: nothing. */
  readonly warnings?: readonly { readonly step?: string; readonly about: string; readonly text: string }[];
}

/** Whether a run goes for good by the rules that brought this, or later ones: what changes decisions holds for runs begun since. */
export function goesBy({ rules }: RunState, since: keyof typeof SINCE): boolean {
  return rules !== undefined && rules >= SINCE[since];
}

/** The state before the first event. */
export const INITIAL: RunState = {
  schema: STATE_SCHEMA,
  runId: '',
  seq: 0,
  at: 0,
  life: { status: 'running' },
  steps: {},
  escalations: {},
  budgets: { maxParallelAgents: 1 },
  usage: { ...NO_USAGE, attempts: 0, activeMs: 0 },
  iterations: 0,
  stall: { best: 0, since: 0 },
  waiting: false,
  granted: 0,
  warned: [],
  control: {},
  own: { kind: 'dag' },
  createdAt: 0,
};

export const NEW_STEP: StepState = {
  sigma: 'unsatisfied',
  epoch: 0,
  open: false,
  attempt: 0,
  allowed: 0,
  n: 0,
  backtracks: 0,
  amendments: 0,
  rung: 0,
  window: 0,
  warned: false,
  approved: false,
  injected: [],
  failures: [],
};

export function isClosed(state: RunState): boolean {
  return 'endedAt' in state.life;
}

/** Why it failed; undefined of a run that has not. */
export function failureOf({ life }: RunState): RunFailure | undefined {
  return life.status === 'failed' ? life.failure : undefined;
}

export function openEscalations(state: RunState): readonly EscalationState[] {
  return Object.values(state.escalations).filter((escalation) => escalation.status === 'open');
}

/** How many steps are neither satisfied nor waived. */
export function unresolvedSteps({ steps }: RunState): number {
  return Object.values(steps).filter(({ sigma }) => sigma !== 'satisfied' && sigma !== 'waived').length;
}
