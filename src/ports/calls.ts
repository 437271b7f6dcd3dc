/**
 * What crosses the boundary between the workflow and the activities: plain JSON, ids and events only. The events are the run's
 * outbox; an activity stores them before it does anything else, so that the log is never behind the work (design 5).
 */

import type { Broken, Conditioned, Generated, Judged, Pending, Skipped, Verified } from '../model/call-result.ts';
import type { Event } from '../model/event.ts';
import type { Injection } from '../model/events/recovery.ts';
import type { AlignRequest, ClarifyRequest, Decompose, RedirectRequest } from '../model/input.ts';
import type { MachineFacts } from '../model/machine-facts.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import type { LeafAnswer } from '../model/run-state.ts';
import type { AnswerRefusal, AskedAnswer } from './answer-check.ts';

interface CallInput {
  readonly runId: string;
  readonly token: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** The ordinal over all epochs (R25). */
  readonly n: number;
  readonly events: readonly Event[];
  /** Of a state machine. */
  readonly machine?: MachineFacts;
  /** Digest of the document that the run goes by, where a redirect changed it. */
  readonly revision?: string;
  /** Accepted artifacts of the steps that this one depends on: step id → artifact id. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Milliseconds (R32). */
  readonly infraTimeout: number;
  /** Tokens of the rejected attempts of this epoch, oldest first: the feedback history H. */
  readonly history: readonly string[];
}

/** What an activity of somebody else's is to be asked, on a task queue that the definition names. */
export interface OutsideCall {
  readonly kind: 'outside';
  readonly token: string;
  readonly taskQueue: string;
  readonly activity: string;
  /** Its one argument. This, and what it answers, is in Temporal's history: it is how the two sides meet. */
  readonly request: unknown;
  /** The guard leaf that it judges for; of a generator there is none. */
  readonly leaf?: string;
}

/** What an activity outside has come to; an error after Temporal has tried enough. */
export type OutsideAnswer = { readonly result: unknown } | { readonly error: string };

export interface GenerateInput extends CallInput {
  /** Of a generator whose activity outside was asked. */
  readonly outside?: OutsideAnswer;
  /** The rung of the model ladder, from 0. */
  readonly rung: number;
  /** What joins the specification (formal A.2 Def 8). */
  readonly injected: readonly Injection[];
  /** The step goes in circles: the prompt says so (R22). */
  readonly warned: boolean;
  /** Other choices are tried beside it: it may change nothing outside (R13). */
  readonly speculative?: boolean;
  /** Dependencies that serve the step with nothing, each with why; left out: none. */
  readonly absent?: Readonly<Record<string, string>>;
  /** The step's `when` was asked before this call (R103). */
  readonly whenAsked?: true;
}

/** Of a `when` that is asked before anything of its step begins. */
export interface EvaluateWhenInput
  extends Pick<
    CallInput,
    'runId' | 'token' | 'step' | 'events' | 'machine' | 'revision' | 'dependencies' | 'infraTimeout'
  > {
  /** The epoch that it is asked for. */
  readonly epoch: number;
}

/** For the worker that has the sandboxes. */
export interface RunCommandInput extends GenerateInput {
  /** As of a guard's call; the last field. */
  readonly seal?: string;
}

/** One turn of an agent: one call of the model, and what its tools make of the answer (R80). */
export interface AgentTurnInput extends GenerateInput {
  /** Within the attempt, from 1. */
  readonly iteration: number;
  /** The attempts of this epoch. */
  readonly maxAttempts: number;
  /** The epoch from which on the execution tier is kept (R14). */
  readonly executionSince: number;
  /** Digest of the session as the turn before left it; none at the first. */
  readonly stateRef?: string;
}

/** The effect of a tool that a turn has called. */
export interface AgentEffectInput extends AgentTurnInput {
  /** The call's id. */
  readonly call: string;
}

/** The attempt goes on: its effects first, then the next turn. */
interface AgentTurned {
  readonly kind: 'turned';
  readonly token: string;
  readonly stateRef: string;
  readonly effects: readonly { readonly call: string; readonly tool: string }[];
}

export interface EvaluateGuardInput extends CallInput {
  readonly artifactId: string;
  /** What people said for leaves of the guard tree. */
  readonly answers: readonly LeafAnswer[];
  /** What the activity of a leaf has answered that was pending. */
  readonly outside?: { readonly leaf: string; readonly answer: OutsideAnswer };
  /**
   * Empty as the workflow writes it. The worker that schedules the call puts in its place what proves to the API that the call is the
   * service's own, for workers that have no other way to its material; always the last field.
   */
  readonly seal?: string;
}

/** Everything else is read from the store, once the log there has come as far as the run. */
export interface VerifyBaseCaseInput {
  readonly runId: string;
  /** The run's newest event: it may be on its way to the store by another call. */
  readonly seq: number;
  readonly token: string;
  readonly events: readonly Event[];
  /** What people said of assertions, by leaf. */
  readonly answers: Readonly<Record<string, boolean>>;
  /** Milliseconds (R32). */
  readonly infraTimeout: number;
  /** As of a guard's call; the last field. */
  readonly seal?: string;
}

export interface FlushInput {
  readonly runId: string;
  readonly events: readonly Event[];
}

/** Of a schedule: the moment that it has fired for, and the execution that waits for what it starts. */
export interface FireInput {
  readonly schedule: { readonly tenant: string; readonly id: string };
  readonly execution: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A person's artifact that came with a signal; `key` names it in its run, so that storing it again is storing it once. */
export interface StoreAmendmentInput {
  readonly runId: string;
  readonly key: string;
  readonly place: { readonly step: string; readonly epoch: number; readonly attempt: number };
  readonly previousId?: string;
  readonly content: string;
  readonly mediaType?: string;
  /** The question that it answers; left out: nothing is checked. */
  readonly asked?: AskedAnswer;
}

/** Refused before anything was stored (R115). */
export interface RefusedAmendment {
  readonly refused: AnswerRefusal;
}

export interface StoredAmendment {
  readonly artifactId: string;
  readonly digest: string;
}
export type StoreAmendmentOutput = StoredAmendment | RefusedAmendment;

/** A redirect as a person wrote it over Temporal, or agreed to it; `key` names what it stores, so that storing it again is storing it once. */
export interface PrepareRedirectInput {
  readonly runId: string;
  readonly key: string;
  /** What was written; or the artifact of a clarification, which holds it. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly proposal?: { readonly step: string; readonly artifactId: string };
  /** What was proposed are the parts of this step. */
  readonly decomposes?: string;
  readonly by: string;
  /** The run's outbox, stored before anything is read. */
  readonly events: readonly Event[];
}

export type PrepareRedirectOutput =
  | { readonly ok: true; readonly request: RedirectRequest | ClarifyRequest | AlignRequest | Decompose }
  | { readonly ok: false; readonly detail: string };

export type EvaluateWhenOutput = Conditioned;
export type GenerateOutput = Generated | Skipped | Broken;
export type GenerateStep = GenerateOutput | OutsideCall;
export type AgentTurnOutput = GenerateOutput | AgentTurned;
/** `Broken`: the effect could not be run at all. */
export type AgentEffectOutput = Broken | { readonly kind: 'done' };
export type EvaluateGuardOutput = Judged | Pending | Broken | OutsideCall;
export type VerifyBaseCaseOutput = Verified | Pending | Broken;

/** Failure types that the workflow tells apart. */
export const LOG_FORKED = 'LogForked';
export const DISCARDED = 'Discarded';
/** Of an execution that was handed a plan or a state it does not know. */
export const UNKNOWN_SCHEMA = 'UnknownSchema';

/**
 * The suffixes of the task queues (running 3); the prefix is a setting. `guard` is for guards that run programs, `text` for those that run
 * none, so that they never wait for one (R119); runs from before have all theirs in `guard`.
 */
export const QUEUES = { workflow: '', generate: '-llm', guard: '-guard', text: '-text', log: '-log' } as const;

/** Guards that run no program never queue behind one (R119); in a plan from before it is not told, so theirs stay where they were. */
export function guardQueue(
  { tellsPrograms }: Pick<Plan, 'tellsPrograms'>,
  { runsProgram }: Pick<StepPlan, 'runsProgram'>,
): 'guard' | 'text' {
  return tellsPrograms === true && runsProgram !== true ? 'text' : 'guard';
}
