/**
 * A plan is what the workflow knows of a definition: ids, edges, policies and labels, never a prompt, a schema or any other
 * text of the user's (design 4). Compiled once at publish by `compilePlan`; at most 256 KiB of JSON (R57).
 */
import type { Action } from './events/escalations.ts';
import type { MachinePlan } from './machine-plan.ts';

export const GENERATOR_KINDS = ['llm', 'agent', 'fixed', 'human', 'code', 'command', 'custom', 'external'] as const;
type GeneratorKind = (typeof GENERATOR_KINDS)[number];

/** Whether a generator of that kind asks a model. */
export function asksModel(kind: string): boolean {
  return kind === 'llm' || kind === 'agent';
}

/** Milliseconds that a call may take while its model thinks, where a step says nothing. */
export const THINKING_MS = 600_000;

export const EXHAUSTION_POLICIES = ['escalate', 'backtrack', 'fail', 'skip'] as const;
export type ExhaustionPolicy = (typeof EXHAUSTION_POLICIES)[number];

/** What follows when a probe finds that it cannot be done, and there is no other way (R91). */
export const ON_INFEASIBLE = ['escalate', 'proceed', 'skip', 'fail'] as const;
export type OnInfeasible = (typeof ON_INFEASIBLE)[number];

/** An activity on a task queue of somebody else's, which a definition names. */
export interface OutsideWork {
  readonly activity: string;
  readonly queue: string;
}

export interface StepPlan {
  readonly id: string;
  readonly kind: GeneratorKind;
  /** Steps that must be met before this one may start: every data edge but the optional ones (R64). */
  readonly requires: readonly string[];
  /** Steps that must be settled (satisfied or waived) before this one may start (R61). */
  readonly optionalRequires: readonly string[];
  /** Of a machine: the states that it runs in; left out: every state. */
  readonly inStates?: readonly string[];
  /** What the guard is given, as written: name → step id. Left out: each dependency under its own id. */
  readonly guardArtifacts?: Readonly<Record<string, string>>;
  /** The attempts of an epoch: rMax + 1, or 1 for what is not retried (R1, R29). */
  readonly attempts: number;
  readonly onExhausted: ExhaustionPolicy;
  readonly optional: boolean;
  /** A person is asked before anything is generated (R81). */
  readonly approval?: boolean;
  /** Which answers people may give about it (R129); left out: all that a question of its kind takes. */
  readonly allow?: AllowPlan;
  /** It has a `when`, which is asked before anything of the step begins (R103). */
  readonly conditional?: true;
  /** It proposes a redirect of the run that it is in, for a person to confirm (api 4). */
  readonly clarification?: boolean;
  /** machine: its answer says which state is next. */
  readonly decides?: true;
  /** and-or: the group that it is a choice of. */
  readonly orGroup?: string;
  /** and-or: the choices that it works for alone; it may run only while one of them is taken. Left out: whatever is taken. */
  readonly branches?: readonly string[];
  /** and-or: it waits to be broken down by the step that proposes its children. */
  readonly decomposedBy?: string;
  /** and-or: it proposes the children of this step. */
  readonly decomposes?: string;
  /** and-or: it comes before this step and is written nowhere; skipped, so is that step. */
  readonly companionOf?: string;
  /** and-or: what it hands back joins the workspace (R105). Left out in plans from before. */
  readonly worker?: true;
  /** Of a probe; left out in plans from before, which go on in silence. */
  readonly onInfeasible?: OnInfeasible;
  /** An artifact was brought along for it: no person is asked before its first epoch (R69), and of its group it is tried first. */
  readonly seeded?: boolean;
  /** Names of shared things: two steps that share one never run at the same time. */
  readonly resources: readonly string[];
  /** What summaries show: the model's name, or the generator's kind. */
  readonly model: string;
  /** What summaries show: the guard's id. */
  readonly guard: string;
  /** A guard of it runs a program (R119). Left out: none does, in a plan that tells. */
  readonly runsProgram?: true;
  /** It is judged by an activity of its own. Left out in a plan of schema 2: within the workflow task, since all its guards are pure. */
  readonly dispatched?: true;
  /** What it asks of somebody else's workers, its generator first. Left out: nothing, and in plans from before. */
  readonly outside?: readonly (OutsideWork & { readonly phase: 'generate' | 'guard' })[];
  readonly timeouts: StepTimeouts;
  /** What differs from `DEFAULT_RECOVERY`, so that a thousand steps stay a small plan; read by `recoveryOf`. */
  readonly recovery: Partial<RecoveryPlan>;
}

/** The `allow` lists of a step, each under the question that it was written for (R129). */
export interface AllowPlan {
  /** Of the question before the first attempt. */
  readonly approval?: readonly Action[];
  /** Of the question for the artifact. */
  readonly input?: readonly Action[];
  /** Of the questions that leaves of the guard ask, by the leaf's id. */
  readonly leaves?: Readonly<Record<string, readonly Action[]>>;
  /** A leaf of the guard asks a person, with a list of its own or without: no other question accepts the artifact. */
  readonly signs?: true;
}

/** What happens when attempts of a step go in circles (R16 to R24, R59, R66). */
export interface RecoveryPlan {
  /** How many alike rejections in a row mean stagnation; null: that detector is off (R17). */
  readonly patience: number | null;
  /** From which similarity on two rejections are alike, in permille. */
  readonly similarity: number;
  readonly metric: 'shingles' | 'difflib';
  /** How often the step may send the run back upstream, ever (R20). */
  readonly eMax: number;
  readonly targets: readonly string[];
  /** Other targets for rejections by one guard. */
  readonly targetsByGuard: Readonly<Record<string, readonly string[]>>;
  /** Where there is no target and no rung left. */
  readonly onStagnation: 'warn' | 'escalate' | 'fail';
  /** After how many rejections without progress the step counts as stagnant although they vary (R19). */
  readonly diffuseAfter?: number;
  /** Labels of the rungs; empty: there is no ladder. */
  readonly ladder: readonly string[];
}

export const DEFAULT_RECOVERY: RecoveryPlan = {
  patience: 2,
  similarity: 700,
  metric: 'shingles',
  eMax: 0,
  targets: [],
  targetsByGuard: {},
  onStagnation: 'warn',
  ladder: [],
};

/** The recovery policies of a step, whole. */
export function recoveryOf({ recovery }: Pick<StepPlan, 'recovery'>): RecoveryPlan {
  return { ...DEFAULT_RECOVERY, ...recovery };
}

/** Milliseconds (R39). */
export interface StepTimeouts {
  /** One execution of the model call. */
  readonly generate: number;
  /** One call of a model that is still thinking, where the author says so and it is longer. */
  readonly thinking?: number;
  /** One execution of the guard. */
  readonly guard: number;
  /** How long a person may take to decide; left out: as long as it takes. */
  readonly decision?: number;
  /** How long provider faults or guard errors of one call may go on before a person is asked (R32). */
  readonly infra: number;
}

/** Limits of a run; one that is left out does not limit (design 3, R49). */
export interface Budgets {
  readonly maxAttempts?: number;
  readonly maxTokens?: number;
  readonly maxMicroUsd?: number;
  readonly maxDurationMs?: number;
  readonly maxParallelAgents: number;
  readonly maxIterations?: number;
  readonly maxStall?: number;
  /** Models without a price are used all the same, and their cost is not counted (R112). */
  readonly unpriced?: 'allow';
  /** and-or: how often the winner of a group may make way for another choice (R85); left out: as often as choices are left, 0: never. */
  readonly maxSwaps?: number;
}

/** and-or: alternatives, of which one is enough (S1-2.4-a). Where an edge names the group, whichever choice won is meant. */
export interface GroupPlan {
  readonly id: string;
  /** Step ids in the order in which they are tried. */
  readonly choices: readonly string[];
  /** All choices are tried at once, and the first that succeeds wins. */
  readonly speculative?: boolean;
  /** Why choices are tried one by one although the definition asks for speculation (R81). */
  readonly sequentialBecause?: string;
  /** As of a step. */
  readonly branches?: readonly string[];
  /** The generations that one swap of its winner can open again (R85); left out of plans from before swaps: there are none. */
  readonly share?: number;
  /** A choice of it depends on another group: when that one is swapped, it begins anew. */
  readonly dependent?: true;
}

/** and-or: when the run is complete, as far as the control logic has to know: which leaves decide, and on whose artifact. */
export type BaseCasePlan =
  | { readonly all: readonly BaseCasePlan[] }
  | { readonly any: readonly BaseCasePlan[] }
  | { readonly leaf: string; readonly on?: string };

/** What it takes to verify a base case. */
export interface VerificationPlan {
  /** Milliseconds that all leaves may take together. */
  readonly time: number;
  /** No leaf runs a program (R119). */
  readonly runsProgram?: false;
}

/** The guard that judges how a step is broken down (S1x-5). */
export const DECOMPOSITION_GUARD = 'decomposition';
/** The guard that reads a draft of what a run is for; a step with such a leaf is a clarification. */
export const DRAFT_GUARD = 'alignment-draft';
/** The guard of a step that decides where a machine goes; only the service itself uses it. */
export const TRANSITION_GUARD = 'transition';

/** 1: every call is dispatched to a queue of its kind. 2: a model is asked on the run's own queue, and what is judged is `dispatched` or judged locally. */
export const PLAN_SCHEMA = 2;

/** What every plan has. */
export interface PlanBase {
  /** Of the plan's shape; one that was compiled before there were numbers has none and is of the first. */
  readonly schema?: 1 | typeof PLAN_SCHEMA;
  /** Its steps tell whose guards run a program (R119). Left out in plans from before: any may. */
  readonly tellsPrograms?: true;
  readonly definition: { readonly name: string; readonly version: number; readonly digest: string };
  /** In declared order, which is also the order of scheduling. */
  readonly steps: readonly StepPlan[];
  readonly goal: readonly string[];
  readonly budgets: Budgets;
  /** The largest number of generations that automation can ever make (design 3.2, R26). */
  readonly bound: number;
  /** What has to be agreed on before the run may start (S1-3.2); left out: nothing. */
  readonly missing?: readonly string[];
}

/** When a run is complete, where its author says that by a base case; left out: by what has passed. */
interface Verified {
  readonly baseCase?: BaseCasePlan;
  /** Left out in plans from before. */
  readonly verification?: VerificationPlan;
}

/** What the plans of one topology alone have. */
type OwnPlan =
  | { readonly topology: 'dag' }
  | ({
      readonly topology: 'and-or';
      /** Left out: there are none. */
      readonly groups?: readonly GroupPlan[];
    } & Verified)
  /** Of a state machine (design 3.3). */
  | ({ readonly topology: 'machine'; readonly machine: MachinePlan } & Verified);

export type Plan = PlanBase & OwnPlan;
export type Topology = Plan['topology'];
/** The plan of a document that has no version and no digest yet. */
export type Compiled = Omit<PlanBase, 'definition'> & OwnPlan;

/** Whether calls of the run's models are dispatched to its own queue, and pure guards judged in its own task. */
export function keepsCallsNear({ schema = 1 }: Pick<Plan, 'schema'>): boolean {
  return schema >= 2;
}

/** What a run is complete by; undefined where that is what has passed. */
export function baseCaseOf(plan: Compiled): BaseCasePlan | undefined {
  return 'baseCase' in plan ? plan.baseCase : undefined;
}

/** What it takes to verify the base case; undefined where there is none, and in plans from before. */
export function verificationOf(plan: Compiled): VerificationPlan | undefined {
  return 'verification' in plan ? plan.verification : undefined;
}

/** The steps that find out what a person's words mean. */
export function clarificationsIn({ steps }: Pick<Plan, 'steps'>): ReadonlySet<string> {
  return new Set(steps.flatMap(({ id, clarification }) => (clarification === true ? [id] : [])));
}
