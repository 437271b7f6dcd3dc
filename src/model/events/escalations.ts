import type { BudgetName } from './budgets.ts';

export const ESCALATION_KINDS = [
  'fatal',
  'attempts_exhausted',
  'backtracks_exhausted',
  'or_exhausted',
  'stalled',
  'deadlock',
  'infrastructure',
  'internal',
  'context_overflow',
  'stagnated',
  'input',
  'approval',
  'condition',
  'infeasible',
  'assertion',
  'clarification',
  'budget',
] as const;
export type EscalationKind = (typeof ESCALATION_KINDS)[number];

/** The questions to people that mean that a step has failed; the others are asked of every run, or are no step's fault. */
export const FAILED: ReadonlySet<EscalationKind> = new Set<EscalationKind>([
  'fatal',
  'attempts_exhausted',
  'backtracks_exhausted',
  'or_exhausted',
  'stagnated',
  'context_overflow',
]);

export const ACTIONS = ['approve', 'reject', 'amend', 'retry', 'redo', 'skip', 'raise', 'abort'] as const;
export type Action = (typeof ACTIONS)[number];

/** What a person decided; `at` in milliseconds. */
export interface Decision {
  readonly action: Action;
  readonly by: string;
  readonly comment?: string;
  readonly payload: string;
  readonly at: number;
  /** Stands for all that the person was shown. */
  readonly shown?: string;
}

/** What led to a question, for whoever shows it in words of their own. */
export interface QuestionFacts {
  /** The guard that rejected the newest attempt. */
  readonly guard?: string;
  /** How many attempts the step has made in its epoch. */
  readonly attempts?: number;
  /** Of rejections: the upstream steps that the step may send the run back to. Of `infeasible`: the steps that wait for the probe. */
  readonly targets?: readonly string[];
  /** The group of alternatives in which no other choice is left. */
  readonly group?: string;
  /** What a person could change, where the same failure repeated itself. */
  readonly advice?: string;
  /** The limit that is used up, in the units of the API. */
  readonly budget?: { readonly name: BudgetName; readonly used: number; readonly limit: number };
}

/** Questions to people. */
export type EscalationEvent =
  | {
      readonly type: 'escalation.opened';
      readonly escalationId: string;
      readonly kind: EscalationKind;
      readonly step?: string;
      readonly epoch?: number;
      readonly attempt?: number;
      readonly artifactId?: string;
      readonly artifactDigest?: string;
      /** One line for a person; the evidence is joined when served. */
      readonly question: string;
      readonly allowedActions: readonly Action[];
      readonly expiresAt?: number;
      /** It blocks its own branch only; the others go on (R45). */
      readonly branch?: boolean;
      /** The guard leaf that waits for the answer (R73). */
      readonly leaf?: string;
      /** The leaf says retry when nobody answers in time; otherwise the run fails (R41). */
      readonly rejectOnExpiry?: boolean;
      /** Digest of what a `when` that cannot be calculated was asked of (R109). */
      readonly evidence?: string;
      /** Another choice of a group is left, but the run has used the swaps that it may make (R85). */
      readonly swapsUsedUp?: boolean;
      /** The endpoint whose fault it is. */
      readonly endpoint?: string;
      readonly facts?: QuestionFacts;
    }
  /**
   * A person's artifact failed the guard: what a decision must have seen moved on. `waiting`: nothing else can run (R45). `allowedActions`: the
   * answers that are left once a person has given an artifact (R129).
   */
  | {
      readonly type: 'escalation.updated';
      readonly escalationId: string;
      readonly artifactId?: string;
      readonly artifactDigest?: string;
      readonly waiting?: boolean;
      readonly allowedActions?: readonly Action[];
    }
  | {
      readonly type: 'escalation.decided';
      readonly escalationId: string;
      readonly action: Action;
      readonly by: string;
      readonly comment?: string;
      /** What the decision asked for, as JSON: the same again is a repeat (R42). */
      readonly payload: string;
      /** What a guard leaf is told on `reject`: at most 1 KiB, longer ones by digest. */
      readonly feedback?: string;
      readonly feedbackDigest?: string;
      /** Generations that it adds to the bound, where nothing else says that it does (R26). */
      readonly granted?: number;
      /** Stands for all that the person was shown who decided. */
      readonly shown?: string;
    }
  | { readonly type: 'escalation.withdrawn'; readonly escalationId: string }
  | { readonly type: 'escalation.expired'; readonly escalationId: string }
  | {
      readonly type: 'decision.rejected';
      readonly escalationId: string;
      readonly action: string;
      readonly by: string;
      readonly reason: string;
    };
