/** What calls of a run answer. A result whose token is not current changes nothing (R27). */
import type { AnswerWarning } from './answer-warning.ts';
import type { ArtifactSource } from './events/attempts.ts';
import type { BudgetName } from './events/budgets.ts';
import type { ConditionOutcome } from './events/steps.ts';
import type { Move } from './machine-state.ts';
import type { Usage } from './usage.ts';
import type { VerdictWord } from './verdict.ts';

export type CallResult = Generated | Skipped | Conditioned | Judged | Pending | Broken | Verified;

/** Of a result: all that the run has paid so far for answers that led to nothing; left out where there are none (R111). */
export interface Paying {
  readonly paid?: Usage;
}

/** A stored artifact. `rejected`: no artifact could be taken from the answer, so no guard runs (running 5). */
export interface Generated extends Paying {
  readonly kind: 'generated';
  readonly token: string;
  readonly artifactId: string;
  readonly digest: string;
  readonly usage: Usage;
  readonly source: ArtifactSource;
  /** A seed that was accepted for this step under the same definition before: no guard runs (R69). */
  readonly accepted?: boolean;
  /** A fork's, that a person accepted over the guard in its origin: no guard runs, and the step is waived with it (R12). */
  readonly waived?: boolean;
  readonly rejected?: Rejection;
  /** What the log should say of how it was made. */
  readonly notes?: readonly string[];
  /** What a person should know of the answer; the run is told each once. */
  readonly warnings?: readonly AnswerWarning[];
}

/** What the core needs of a rejection to see whether the step goes in circles (R24). */
interface Rejection {
  readonly guard: string;
  readonly signature: string;
  readonly alike?: readonly number[];
  /** As of a verdict. */
  readonly move?: Move;
  /** The step goes in circles within one attempt, so no other follows: what to change, for a person (R32). */
  readonly advice?: string;
}

/** The step is not for this run: no artifact was made. Of runs from before R103 also for its `when`, which was asked then. */
export interface Skipped extends Paying {
  readonly kind: 'skipped';
  readonly token: string;
  readonly reason: string;
  /** What could not be answered and counted as false (R37). */
  readonly notes?: readonly string[];
}

/** What a step's `when` says, asked before anything of the step begins (R103). Its token names a `Condition`. */
export interface Conditioned {
  readonly kind: 'conditioned';
  readonly token: string;
  readonly outcome: ConditionOutcome;
  /** Why the step is skipped, or what cannot be calculated; left out where it is true. */
  readonly reason?: string;
  /** What could not be answered and counted as false. */
  readonly notes?: readonly string[];
  /** Digest of the expression, and of each name with what it holds, for the person who is asked. */
  readonly evidence?: string;
}

export interface Judged extends Paying {
  readonly kind: 'judged';
  readonly token: string;
  readonly verdict: VerdictWord;
  readonly guard: string;
  readonly signature?: string;
  readonly score?: number;
  readonly alike?: readonly number[];
  readonly progress?: number;
  /** What models used to judge. */
  readonly usage?: Usage;
  /** A probe found that it cannot be done that way. */
  readonly infeasible?: boolean;
  /** Of a machine: the move that the step asks for, should it pass. */
  readonly move?: Move;
  /** What could not be answered about the move and counted as false (R37). */
  readonly notes?: readonly string[];
  /** What a person should know of the answers of judges. */
  readonly warnings?: readonly AnswerWarning[];
}

/** The base case was verified; the evidence is a stored artifact. */
export interface Verified extends Paying {
  readonly kind: 'verified';
  readonly token: string;
  readonly passed: boolean;
  readonly artifactId: string;
  readonly digest: string;
  /** What models used to judge. */
  readonly usage?: Usage;
  /** The leaves that were found false, by name; others may not have been looked at. */
  readonly falseLeaves?: readonly string[];
  /** Without what a model would say it could not be known: none was asked, and it counts as false. */
  readonly leftOut?: boolean;
  /** What was looked at in the first of them, and how it failed, at most 500 characters (R90). */
  readonly because?: string;
}

/** A guard leaf is for a person (R73). */
export interface Pending extends Paying {
  readonly kind: 'pending';
  readonly token: string;
  readonly leaf: string;
  /** The author's words, at most 500 characters; left out where they have names in them, which are joined when it is shown (R90). */
  readonly question?: string;
  /** Milliseconds that the person has. */
  readonly expiresIn?: number;
  readonly rejectOnExpiry?: boolean;
  /** The artifact asks back: it can be answered, and not approved. */
  readonly asksBack?: boolean;
  /** Of a base case: nothing that a machine checks holds yet. */
  readonly early?: boolean;
  /** Of a base case: work goes on while the person is asked (R45). */
  readonly beside?: boolean;
}

/**
 * Machinery given up on (R32), our own included (`internal`, R117), a context that fits in no way (R65), or a budget that was used up
 * before another try (R111). Never an attempt, never a verdict.
 */
export interface Broken extends Paying {
  readonly kind: 'broken';
  readonly token: string;
  readonly reason: 'infrastructure' | 'internal' | 'context_overflow' | 'quota' | 'budget';
  /** The budget that is used up, with the limit that the call read, in the plan's units. */
  readonly exhausted?: { readonly budget: BudgetName; readonly limit: number };
  /** One or two sentences for a person. */
  readonly detail: string;
  readonly guard?: string;
  /** The endpoint whose fault it is. */
  readonly endpoint?: string;
}
