/**
 * What crosses the boundary between the workflow and the activities: plain JSON, ids and events only. The events are the run's
 * outbox; an activity stores them before it does anything else, so that the log is never behind the work (design 5).
 */
import type { Event, Injection } from './event.ts';
import type { Broken, ClarifyRequest, Generated, Judged, Pending, RedirectRequest, Skipped } from './input.ts';
import type { MachineFacts } from './machine/facts.ts';
import type { LeafAnswer } from './run-state.ts';

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

export interface GenerateInput extends CallInput {
  /** The rung of the model ladder, from 0. */
  readonly rung: number;
  /** What joins the specification (formal A.2 Def 8). */
  readonly injected: readonly Injection[];
  /** The step goes in circles: the prompt says so (R22). */
  readonly warned: boolean;
}

export interface EvaluateGuardInput extends CallInput {
  readonly artifactId: string;
  /** What people said for leaves of the guard tree. */
  readonly answers: readonly LeafAnswer[];
}

export interface FlushInput {
  readonly runId: string;
  readonly events: readonly Event[];
}

/** A person's artifact that came with a signal; `key` names it in its run, so that storing it again is storing it once. */
export interface StoreAmendmentInput {
  readonly runId: string;
  readonly key: string;
  readonly place: { readonly step: string; readonly epoch: number; readonly attempt: number };
  readonly previousId?: string;
  readonly content: string;
  readonly mediaType?: string;
}

export interface StoreAmendmentOutput {
  readonly artifactId: string;
  readonly digest: string;
}

/** A redirect as a person wrote it over Temporal, or agreed to it; `key` names what it stores, so that storing it again is storing it once. */
export interface PrepareRedirectInput {
  readonly runId: string;
  readonly key: string;
  /** What was written; or the artifact of a clarification, which holds it. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly proposal?: { readonly step: string; readonly artifactId: string };
  readonly by: string;
  /** The run's outbox, stored before anything is read. */
  readonly events: readonly Event[];
}

export type PrepareRedirectOutput =
  | { readonly ok: true; readonly request: RedirectRequest | ClarifyRequest }
  | { readonly ok: false; readonly detail: string };

export type GenerateOutput = Generated | Skipped | Broken;
export type EvaluateGuardOutput = Judged | Pending | Broken;

/** Failure types that the workflow tells apart. */
export const LOG_FORKED = 'LogForked';
export const DISCARDED = 'Discarded';
/** Of an execution that was handed a plan or a state it does not know. */
export const UNKNOWN_SCHEMA = 'UnknownSchema';

/** The suffixes of the task queues (running 3); the prefix is a setting. */
export const QUEUES = { workflow: '', generate: '-llm', guard: '-guard', log: '-log' } as const;
