/** What may happen to a run: results of calls, requests of people, time. `absorb` turns each into events. */
import type { Action, ArtifactSource, BudgetName, ConditionOutcome, RedirectType, StopMode } from './event.ts';
import type { Move } from './machine-state.ts';
import type { Budgets, Plan } from './plan.ts';
import type { Usage } from './usage.ts';
import type { VerdictWord } from './verdict.ts';

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
}

/** What the core needs of a rejection to see whether the step goes in circles (R24). */
interface Rejection {
  readonly guard: string;
  readonly signature: string;
  readonly alike?: readonly number[];
  /** As of a verdict. */
  readonly move?: Move;
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
  /** The one that is used up. */
  readonly budget?: BudgetName;
  /** One or two sentences for a person. */
  readonly detail: string;
  readonly guard?: string;
}

export interface StopRequest {
  readonly kind: 'stop';
  readonly reason?: string;
  readonly mode?: StopMode;
  readonly by?: string;
}

/** Who asks and why, of a request that says nothing else. */
interface PlainRequest {
  readonly reason?: string;
  readonly by?: string;
}

export interface PauseRequest extends PlainRequest {
  readonly kind: 'pause';
}

export interface ResumeRequest extends PlainRequest {
  readonly kind: 'resume';
  /** Of a run that was stopped: its new execution alone may say so, never a message to the one that is closing. */
  readonly stopped?: boolean;
}

export interface TerminateRequest extends PlainRequest {
  readonly kind: 'terminate';
}

export interface DecideRequest {
  readonly kind: 'decide';
  readonly escalationId: string;
  readonly action: Action;
  readonly artifactDigest?: string;
  readonly reason?: string;
  readonly comment?: string;
  readonly by?: string;
  /** `amend`: the stored artifact of the person (R43). */
  readonly artifactId?: string;
  readonly digest?: string;
  /** `redo`; and `skip` where the escalation has no step. */
  readonly step?: string;
  /** `retry` and `redo`: joins the specification; at most 1 KiB, longer ones by digest (R75). */
  readonly guidance?: string;
  readonly guidanceDigest?: string;
  /** `retry`: the attempts of the new epoch (R28). */
  readonly extraAttempts?: number;
  /** `reject`: what the guard leaf says. */
  readonly feedback?: string;
  readonly feedbackDigest?: string;
  /** `raise`. */
  readonly budgets?: Partial<Budgets>;
}

/** Limits that are raised or lowered (R62); the others stay. */
export interface BudgetRequest {
  readonly kind: 'budget';
  readonly budgets: Partial<Budgets>;
  readonly by?: string;
}

/** A correction with everything that it names stored and checked (api 4); the core checks again what the state has to say. */
export interface RedirectRequest {
  readonly kind: 'redirect';
  readonly prepared: true;
  readonly type: RedirectType;
  readonly description: string;
  /** Given by a caller that may ask again; made of the log's number when left out. */
  readonly redirectId?: string;
  readonly by?: string;
  /** `reject`: refused where something is under way, which would be interrupted otherwise. */
  readonly onConflict?: 'interrupt' | 'reject';
  /** Steps that are taken out; one of that name that the revised plan has takes its place. */
  readonly remove?: readonly string[];
  /** Steps to run again, with all that depends on them. */
  readonly reset?: readonly string[];
  /**
   * What the run goes by from here on: the document, the plan where that differs, and the revision they were made from, none for the
   * definition.
   */
  readonly revision?: { readonly digest: string; readonly plan?: Plan; readonly from?: string };
  readonly budgets?: Partial<Budgets>;
  /** Stored artifacts that take the place of accepted ones. */
  readonly bindings?: Readonly<Record<string, { readonly artifactId: string; readonly digest: string }>>;
  /** The step that found out that this is meant (R86). */
  readonly settles?: string;
  /** and-or: this choice is taken from here on. */
  readonly force?: { readonly orGroup: string; readonly choice: string };
  /** machine: the state that it moves to (R89). */
  readonly state?: string;
  /** machine: a stored JSON object of variables that count over those that code has set (R89). */
  readonly variables?: { readonly artifactId: string; readonly digest: string };
}

/** A step that finds out what a redirect in free words means joins the run. */
export interface ClarifyRequest {
  readonly kind: 'clarify';
  readonly prepared: true;
  readonly step: string;
  readonly by?: string;
  readonly revision: { readonly digest: string; readonly plan: Plan; readonly from?: string };
  /** It interrupts at once (R86); drafts of what a run is for have nothing to interrupt. */
  readonly interrupts?: true;
  /** What was said, in short. */
  readonly instruction?: string;
}

/** What the run is for and its first graph, agreed on before it starts (api 1); stored and checked. */
export interface AlignRequest {
  readonly kind: 'align';
  readonly prepared: true;
  readonly by?: string;
  readonly revision: { readonly digest: string; readonly plan: Plan; readonly from?: string };
}

/** Passes the start gate (S1-3.2). */
export interface BeginRequest {
  readonly kind: 'begin';
  readonly by?: string;
}

/** The parts that a step was broken down into, as steps of the revised plan. */
export interface Decompose {
  readonly kind: 'decompose';
  readonly prepared: true;
  readonly step: string;
  readonly artifactId: string;
  readonly children: readonly string[];
  readonly reason: string;
  readonly revision: { readonly digest: string; readonly plan: Plan; readonly from?: string };
}

/** A change that was agreed to and that cannot be made: the step that proposed it tries again. */
export interface Misunderstood {
  readonly kind: 'misunderstood';
  readonly step: string;
  readonly detail: string;
  /** No person has agreed to it: the proposal was one of the step's attempts. */
  readonly isAttempt?: boolean;
}

/** What people ask of a run while its execution is open. */
export type Request =
  | StopRequest
  | PauseRequest
  | ResumeRequest
  | TerminateRequest
  | DecideRequest
  | BudgetRequest
  | RedirectRequest
  | ClarifyRequest
  | AlignRequest
  | BeginRequest;

export type CallResult = Generated | Skipped | Conditioned | Judged | Pending | Broken | Verified;

/** `time`: a deadline has come. `cancel`: a cancel from Temporal (R47). */
export type Input =
  | CallResult
  | Request
  | Misunderstood
  | Decompose
  | { readonly kind: 'time' }
  | { readonly kind: 'cancel' };

/** A request the state does not allow. `code` is stable (api 3) and becomes the problem's code and the failure's type. */
export class Refused extends Error {
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;
  constructor(code: string, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.facts = facts;
  }
}
