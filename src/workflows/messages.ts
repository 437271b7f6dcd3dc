/** The run's public face in Temporal: what a person or a program can ask of it and tell it while its execution is open. */
import { defineSearchAttributeKey } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { StateOfSchema1, StoredState } from '../engine.ts';
import type { Event } from '../model/event.ts';
import type { RunStatus } from '../model/events/run.ts';
import type { Request, ResumeRequest } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { EscalationState } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import type { Decision } from './read-requests.ts';

/** What a request answers: the newest event it led to. The API waits until the log has it (R74). */
export interface Applied {
  readonly seq: number;
  /** Whether it led to any: a request that asks for what is so already does not. */
  readonly changed: boolean;
}

/** What an execution starts from, and what continue-as-new hands on. */
export interface RunInput {
  readonly plan: Plan;
  /** The fold of the log as far as it is known to be stored, and of `unstored`. */
  readonly state: StoredState;
  /** The newest event that is known to be stored. */
  readonly stored: number;
  /** The events after it, for this execution to store; left out: none. */
  readonly unstored?: readonly Event[];
  /** Update ids that were answered, newest last, so that one sent again across continue-as-new is applied once. */
  readonly answered: readonly (readonly [id: string, answer: Applied])[];
  /** Of an execution that goes on with a stopped run: who asked for it. */
  readonly resume?: ResumeRequest;
  readonly settings: RunSettings;
}

export interface RunSettings {
  /** Milliseconds without a heartbeat after which a call counts as lost. */
  readonly heartbeatTimeout: number;
  /** History events after which the run continues as new; Temporal's own suggestion when left out. */
  readonly maxHistoryEvents?: number;
  /** Where people reach the API, without a slash at the end (R90); left out in runs from before. */
  readonly publicUrl?: string;
}

/** What an execution ends with; the result itself is served by the API. */
export interface RunOutcome {
  readonly status: RunStatus;
  readonly seq: number;
}

/** As sent: anyone may send anything over Temporal, so it is read by `core/requests.ts` before use. */
type Sent<Kind extends Request['kind']> = Kind extends 'decide'
  ? Omit<Decision, 'kind'> & { readonly kind?: string }
  : Omit<Extract<Request, { kind: Kind }>, 'kind'> & { readonly kind?: string };

/** Every request comes as an Update, which answers, or as a Signal, which anyone can send from the Web UI. */
export const UPDATES = {
  stop: defineUpdate<Applied, [Sent<'stop'>]>('stop'),
  pause: defineUpdate<Applied, [Sent<'pause'>]>('pause'),
  resume: defineUpdate<Applied, [Sent<'resume'>]>('resume'),
  terminate: defineUpdate<Applied, [Sent<'terminate'>]>('terminate'),
  decide: defineUpdate<Applied, [Sent<'decide'>]>('decide'),
  budget: defineUpdate<Applied, [Sent<'budget'>]>('budget'),
  redirect: defineUpdate<Applied, [Sent<'redirect'>]>('redirect'),
  align: defineUpdate<Applied, [Sent<'align'>]>('align'),
  begin: defineUpdate<Applied, [Sent<'begin'>]>('begin'),
} as const;
export const SIGNALS = {
  stop: defineSignal<[Sent<'stop'>]>('stop'),
  pause: defineSignal<[Sent<'pause'>]>('pause'),
  resume: defineSignal<[Sent<'resume'>]>('resume'),
  terminate: defineSignal<[Sent<'terminate'>]>('terminate'),
  decide: defineSignal<[Sent<'decide'>]>('decide'),
  budget: defineSignal<[Sent<'budget'>]>('budget'),
  redirect: defineSignal<[Sent<'redirect'>]>('redirect'),
  begin: defineSignal<[Sent<'begin'>]>('begin'),
} as const;

/** As it was told before its parts were unions: what people and programs have read from it stays where it was. */
export const stateQuery = defineQuery<StateOfSchema1>('state');
export const traceQuery = defineQuery<readonly TraceEntry[]>('trace');
export const escalationsQuery = defineQuery<readonly EscalationState[]>('escalations');

export const DsapStatus = defineSearchAttributeKey('DsapStatus', 'KEYWORD');
export const DsapWorkflow = defineSearchAttributeKey('DsapWorkflow', 'KEYWORD');
export const DsapStep = defineSearchAttributeKey('DsapStep', 'KEYWORD_LIST');
export const DsapEscalation = defineSearchAttributeKey('DsapEscalation', 'KEYWORD_LIST');
export const DsapTags = defineSearchAttributeKey('DsapTags', 'KEYWORD_LIST');
export const DsapAttempts = defineSearchAttributeKey('DsapAttempts', 'INT');
