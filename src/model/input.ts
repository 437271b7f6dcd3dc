/** What may happen to a run: results of calls, requests of people, time. `absorb` turns each into events. */
import type { CallResult } from './call-result.ts';
import type { Action } from './events/escalations.ts';
import type { RedirectType } from './events/redirects.ts';
import type { StopMode } from './events/run.ts';
import type { Budgets, Plan } from './plan.ts';

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
  /** Tokens of generator calls that wait before anything of them was sent (llm 3.2): nothing is lost with them. */
  readonly waiting?: readonly string[];
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
  /** Stands for all that the person was shown; kept with the decision. */
  readonly shown?: string;
  /** Where the question stood when that was shown: it is refused where it has moved on. */
  readonly seen?: Standing;
}

/** Where a question stands: answers that people gave to it, and the document that the run goes by. */
export interface Standing {
  /** Artifacts that people have given for the step; each is judged, and moves the question on. */
  readonly amendments: number;
  /** Digest of the definition, or of what the newest redirect made of it. */
  readonly plan: string;
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
