/**
 * The event log of a run: dense numbers from 1, append-only, public (api 3). Events record decisions as facts, so a log reads
 * the same under later rules. Ids, digests, counters and signatures only; texts are in the store (design 4).
 */
import type { Move, Variables } from './machine-state.ts';
import type { Budgets, Topology } from './plan.ts';
import type { Usage } from './usage.ts';
import type { VerdictWord } from './verdict.ts';

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
 * it any more (R91). Left out: those of runs that began before there were numbers.
 */
export const RULES = 4;
export type Rules = 2 | 3 | typeof RULES;

/** The statuses that end a run. */
export const ENDINGS = ['stopped', 'completed', 'failed', 'cancelled', 'terminated'] as const satisfies RunStatus[];
export type Ending = (typeof ENDINGS)[number];

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

/** What became of a `when`; `unknown`: it cannot be calculated (R109). */
export type ConditionOutcome = 'true' | 'false' | 'unknown';

export type ArtifactSource = 'generated' | 'human' | 'imported';
/** What a redirect changes (api 4). */
export const REDIRECT_TYPES = ['objective_change', 'dag_adjustment', 'constraint_change', 'bindings_override'] as const;
export type RedirectType = (typeof REDIRECT_TYPES)[number];

export type StopMode = 'now' | 'after_attempt';
export type BudgetName =
  | 'maxAttempts'
  | 'maxTokens'
  | 'maxCostUsd'
  | 'maxDuration'
  | 'maxParallelAgents'
  | 'maxIterations'
  | 'maxStall';

/** What saw that a step goes in circles (R6, R17, R19). */
export type Detector = 'repetition' | 'similarity' | 'diffuse';
export type StagnationAction = 'climbed' | 'backtracked' | 'escalated' | 'failed' | 'warned';

/**
 * What joins a step's specification (formal A.2 Def 8): the rejections of another step's epoch, summarised when rendered, or a
 * person's guidance. `from` is that step, or the escalation.
 */
export interface Injection {
  readonly from: string;
  readonly fromEpoch?: number;
  /** Guidance of at most 1 KiB; longer ones by digest (R75). */
  readonly text?: string;
  readonly digest?: string;
}

/** What a group's winner makes way for: the step that failed, and the guard; or a leaf of the base case that is false. */
export type SwapCause =
  | { readonly step: string; readonly epoch: number; readonly guard: string }
  | { readonly leaf: string };

/** Why a run failed (R58). */
export interface RunFailure {
  readonly code: string;
  readonly step?: string;
  readonly detail: string;
}

/** A step that was broken down into these. */
export interface Decomposed {
  readonly parent: string;
  readonly children: readonly string[];
  readonly reason: string;
}

/** What every event about a step says (R58). */
interface Place {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
}

/** Where an attempt stands: `token` names the call for ever (R27), `n` counts the step's attempts over all epochs (R25). */
export interface At extends Place {
  readonly token: string;
}

export type Body =
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
  /** What the run is for was agreed on, once more (S1-3.1-a): it goes by this document from here on. */
  | {
      readonly type: 'run.aligned';
      readonly version: number;
      readonly digest: string;
      readonly steps: readonly string[];
      readonly budgets: Budgets;
      readonly by: string;
    }
  | { readonly type: 'run.started'; readonly by?: string }
  | { readonly type: 'run.stopping'; readonly reason: string; readonly mode: StopMode; readonly by: string }
  | { readonly type: 'run.pausing'; readonly reason: string; readonly by: string }
  /** Nothing is under way any more. */
  | { readonly type: 'run.paused' }
  /** After a pause or a stop. */
  | { readonly type: 'run.resumed'; readonly reason: string; readonly by: string }
  /** A person said in free words what to change; `step` finds out what is meant (api 4). */
  | {
      readonly type: 'run.redirecting';
      readonly step: string;
      readonly by: string;
      readonly revision: string;
      readonly granted: number;
      /** Until it is settled only this step runs (R86); of redirects from before nothing was held up. */
      readonly interrupts?: true;
      /** What was said, in short. */
      readonly instruction?: string;
    }
  /** Nothing is applied of what a person said in free words: somebody let it be, or nobody answered in time (R86). */
  | { readonly type: 'run.redirect_ended'; readonly step: string; readonly outcome: 'dropped' | 'expired' }
  /** A person's correction (api 4). What it resets, opens and accepts follows as events of its own, whose cause is `redirectId`. */
  | {
      readonly type: 'run.redirected';
      readonly redirectId: string;
      readonly change: RedirectType;
      readonly description: string;
      readonly by: string;
      /** The Trail begins anew (R10). */
      readonly trailCleared: boolean;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** Digest of the document that the run goes by from here on. */
      readonly revision?: string;
      /** Generations that it adds to the bound beside what the revised plan counts (R26). */
      readonly granted: number;
      /** From here on there is a base case to verify. */
      readonly verifies?: true;
      /** The step that found out that this was meant (R86). */
      readonly settles?: string;
      /** Of a machine: variables that count over those that code has set (R89). */
      readonly variables?: { readonly artifactId: string; readonly digest: string };
    }
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
  | {
      readonly type: 'step.started';
      readonly step: string;
      readonly epoch: number;
      readonly allowed: number;
      /** and-or: how many steps and groups were unresolved then (S1-2.2-a). */
      readonly unresolved?: number;
      /** and-or: what began together has the same number (R72). */
      readonly wave?: number;
    }
  /** The step's `when` was asked for this epoch, before it begins (R103); `by`: a person lets it run. */
  | ({
      readonly type: 'condition.evaluated';
      readonly outcome: ConditionOutcome;
      readonly by?: string;
    } & Place)
  | ({
      readonly type: 'step.satisfied';
      readonly artifactId: string;
      readonly digest: string;
      /** The artifact is what code has set so far: the variables of the machine from here on. */
      readonly variables?: true;
      /** A person has given it: it joins what was set before. */
      readonly joins?: true;
    } & Place)
  | ({
      readonly type: 'step.waived';
      readonly reason: string;
      /** The artifact that a person accepted over the guard: it serves dependents (R12). */
      readonly artifactId?: string;
      readonly digest?: string;
      /** As of `step.satisfied`. */
      readonly variables?: true;
      readonly joins?: true;
      /** Its condition was false. */
      readonly condition?: true;
      /** Of a machine: given up by its policy, it still asks for its move (R88). */
      readonly asks?: true;
    } & Place)
  /** Reset by a cascade (formal A.2 Def 7); `cause` is the id of the failing step or of the escalation. */
  | ({ readonly type: 'step.invalidated'; readonly cause: string } & Place)
  /**
   * A new epoch without a cascade, by a person's decision, or `automatic`, for another choice, as the bound allows; `sameEpoch`: what was
   * accepted is not, and the epoch goes on.
   */
  | ({
      readonly type: 'step.reopened';
      readonly cause: string;
      readonly allowed?: number;
      readonly sameEpoch?: boolean;
      readonly automatic?: boolean;
    } & Place)
  | ({ readonly type: 'attempt.started'; readonly n: number; readonly rung?: number } & At)
  | ({
      readonly type: 'artifact.created';
      readonly artifactId: string;
      readonly digest: string;
      readonly source: ArtifactSource;
      readonly usage: Usage;
      /** Who gave a human artifact. */
      readonly by?: string;
      /** The guard leaf that was to be answered by whoever gave it: that is its answer. */
      readonly approves?: string;
    } & At)
  | ({
      readonly type: 'guard.verdict';
      readonly artifactId: string;
      readonly verdict: VerdictWord;
      readonly guard: string;
      readonly signature?: string;
      readonly score?: number;
      /** Similarity in permille to the stream's failures before, newest first (R24). */
      readonly alike?: readonly number[];
      /** The progress measure (R19): an integer, larger is better. */
      readonly progress?: number;
      /** The version of what the run is to achieve that it was judged by, where a redirect changed it. */
      readonly criteria?: number;
      /** What models used to judge; counts like that of generations. */
      readonly usage?: Usage;
      /** Of a machine: the move that the step asks for, should it pass (R71). */
      readonly move?: Move;
      /** A probe found that it cannot be done that way. */
      readonly infeasible?: boolean;
    } & At)
  /** An answer that led to nothing was paid: it broke off, or nothing could be read in it (R111). */
  | ({ readonly type: 'usage.discarded'; readonly usage: Usage } & Partial<At>)
  | ({ readonly type: 'guard.error'; readonly guard: string; readonly detail: string } & At)
  | ({
      readonly type: 'attempt.finished';
      readonly status: 'accepted' | 'rejected' | 'discarded' | 'waived';
      /** Nothing was generated: the condition of the step was false. */
      readonly skipped?: true;
    } & At)
  | ({
      readonly type: 'stagnation.detected';
      readonly guard: string;
      readonly detector: Detector;
      readonly action: StagnationAction;
    } & Place)
  | ({ readonly type: 'ladder.climbed'; readonly rung: number; readonly model: string } & Place)
  /** A choice of a group is tried, beside others where they are tried at once. */
  | {
      readonly type: 'branch.selected';
      readonly orGroup: string;
      readonly choice: string;
      readonly reason: string;
      readonly speculative?: boolean;
      /** A person has chosen it. */
      readonly forced?: true;
    }
  /**
   * What was built on the winner of a group has failed: another choice takes its place (R85). `reset`: the steps that depend on the
   * group and begin anew; each has its own event. `renewed`: groups that depend on it, with those of their choices that are untried
   * again, and the one to try first.
   */
  | {
      readonly type: 'branch.swapped';
      readonly orGroup: string;
      readonly from: string;
      readonly to: string;
      /** Counts the swaps of the run from 1; left out where a backtrack asked for it, which costs an `e` instead. */
      readonly swap?: number;
      readonly cause: SwapCause;
      readonly reset: readonly string[];
      readonly renewed?: readonly {
        readonly orGroup: string;
        readonly choices: readonly string[];
        readonly first?: string;
      }[];
    }
  | {
      readonly type: 'branch.won';
      readonly orGroup: string;
      readonly choice: string;
      /** Of choices that were tried at once: those that it has cut off (R102). */
      readonly cutOff?: readonly string[];
    }
  | { readonly type: 'branch.lost'; readonly orGroup: string; readonly choice: string }
  | {
      readonly type: 'branch.failed';
      readonly orGroup: string;
      readonly choice: string;
      readonly reason: string;
      /** No other choice is left: it stays the one that people decide on. */
      readonly last?: boolean;
    }
  /** The base case is being verified under this token. */
  | {
      readonly type: 'basecase.started';
      readonly token: string;
      /** No model is asked: the run is out of budget (R101). */
      readonly sparing?: boolean;
    }
  | {
      readonly type: 'basecase.verified';
      readonly passed: boolean;
      /** Of the call; left out where no call was needed to see that it does not hold. */
      readonly token?: string;
      /** The evidence. */
      readonly artifactId?: string;
      readonly digest?: string;
      readonly usage?: Usage;
      /** The leaves that are false, by name: at most 50. */
      readonly falseLeaves?: readonly string[];
      /** What a model would have had to say was left out: once there is budget again, it is asked (R101). */
      readonly leftOut?: boolean;
      /** What was looked at in the first of them, and the signature of how it failed (R90). */
      readonly because?: string;
      /** It does not hold without this leaf, which a person is asked about. */
      readonly hingesOn?: string;
    }
  | { readonly type: 'basecase.broken'; readonly token: string; readonly detail: string }
  /** The step was broken down: these steps join the run, and it comes after them. */
  | {
      readonly type: 'step.decomposed';
      readonly step: string;
      readonly artifactId: string;
      readonly children: readonly string[];
      readonly reason: string;
      readonly revision: string;
      readonly granted: number;
    }
  | ({ readonly type: 'backtrack.started'; readonly guard: string; readonly targets: readonly string[] } & Place)
  | ({ readonly type: 'context.injected' } & Injection & Place)
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
    }
  /** A person's artifact failed the guard: what a decision must have seen moved on. `waiting`: nothing else can run (R45). */
  | {
      readonly type: 'escalation.updated';
      readonly escalationId: string;
      readonly artifactId?: string;
      readonly artifactDigest?: string;
      readonly waiting?: boolean;
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
    }
  | { readonly type: 'escalation.withdrawn'; readonly escalationId: string }
  | { readonly type: 'escalation.expired'; readonly escalationId: string }
  | {
      readonly type: 'decision.rejected';
      readonly escalationId: string;
      readonly action: string;
      readonly by: string;
      readonly reason: string;
    }
  /** Money in US dollars, time in seconds. */
  | { readonly type: 'budget.warning'; readonly budget: BudgetName; readonly used: number; readonly limit: number }
  | { readonly type: 'budget.raised'; readonly budgets: Partial<Budgets>; readonly by: string }
  | { readonly type: 'budget.exceeded'; readonly budget: BudgetName; readonly used: number; readonly limit: number }
  /** An iteration of a machine (R72). `skipped`: steps that run in other states only, at most 50. */
  | {
      readonly type: 'turn.started';
      readonly turn: number;
      readonly state: string;
      readonly skipped: readonly { readonly step: string; readonly reason: 'state_condition' }[];
    }
  /**
   * `refused`: no transition permits the move, and the machine stays. `fallback`: a rule decided, for want of a model. Without a step a
   * person moved it, `by` name: the turn under way is discarded, and the steps that were given up are back (R89).
   */
  | {
      readonly type: 'machine.transitioned';
      readonly step?: string;
      readonly by?: string;
      readonly from: string;
      readonly to: string;
      readonly refused?: true;
      readonly fallback?: true;
    }
  | { readonly type: 'note.added'; readonly step?: string; readonly text: string };

/** `at` is milliseconds since the epoch: of the workflow's clock, hence the same on replay. */
export type Event = Body & { readonly seq: number; readonly at: number };
