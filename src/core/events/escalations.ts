/** Questions to people, and with them the status of the run. */

import type { EventOf } from '../../model/event.ts';
import { actorWord, decisionWord, kindWord } from '../../model/events/escalation-words.ts';
import type { EscalationEvent } from '../../model/events/escalations.ts';
import {
  type EscalationState,
  goesBy,
  type LeafAnswer,
  openEscalations,
  type RunState,
} from '../../model/run-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import { short } from '../../text/text.ts';
import { stateOf } from '../state/lookup.ts';
import { entry } from './entry.ts';
import { type Homes, unchanged, unsaid, untraced } from './home.ts';
import { withStatus } from './status.ts';
import { setStep, withStep } from './step-state.ts';
import { said } from './words.ts';

export const ESCALATIONS: Homes<EscalationEvent['type']> = {
  'escalation.opened': {
    fold: openEscalation,
    trace: (event) => [entry(event, 'ESCALATE-TO-USER', questionOf(event))],
    sentence: ({ kind, question }) => `A person was asked (${kindWord(kind)}): ${short(question)}`,
  },
  'escalation.updated': { fold: updateEscalation, trace: untraced, sentence: unsaid },
  'escalation.decided': {
    fold: decideEscalation,
    trace: untraced,
    sentence: ({ by, action, escalationId, comment }) =>
      `${actorWord(by)} decided ${escalationId}: ${decisionWord(action)}${said(comment)}.`,
  },
  'escalation.withdrawn': {
    fold: (state, { escalationId }) => closeEscalation(state, escalationId, { status: 'withdrawn' }),
    trace: untraced,
    sentence: ({ escalationId }) => `${escalationId} needs no answer any more.`,
  },
  'escalation.expired': {
    fold: expireEscalation,
    trace: untraced,
    sentence: ({ escalationId }) => `Nobody decided ${escalationId} in time.`,
  },
  'decision.rejected': { fold: unchanged, trace: untraced, sentence: unsaid },
};

function openEscalation(state: RunState, event: EventOf<'escalation.opened'>): RunState {
  const { type: _type, seq: _seq, at: openedAt, escalationId: id, epoch: _epoch, ...facts } = event;
  const escalation = { ...facts, id, status: 'open' as const, openedAt };
  const next = { ...state, escalations: { ...state.escalations, [id]: escalation } };
  return withStatus(event.step === undefined ? next : withStep(next, event.step, waitingFor(next, event, id)));
}

function waitingFor(state: RunState, { step = '', leaf }: EventOf<'escalation.opened'>, escalation: string) {
  const { call } = stateOf(state, step);
  return leaf === undefined || !call ? { escalation } : { escalation, call: { ...call, pending: leaf } };
}

/** What is asked about moved on, or the run learnt that it can only wait (R43, R45). */
function updateEscalation(state: RunState, event: EventOf<'escalation.updated'>): RunState {
  const { escalationId, artifactId, artifactDigest, waiting = state.waiting, allowedActions } = event;
  const change = {
    ...(allowedActions !== undefined && { allowedActions }),
    ...(artifactId !== undefined && {
      artifactId,
      ...(goesBy(state, 'givenIsRemembered') && { isGiven: true as const }),
    }),
    ...(artifactDigest !== undefined && { artifactDigest }),
  };
  return withStatus({ ...changeEscalation(state, escalationId, change), waiting });
}

/** Closed by an answer. What a person says for a guard leaf goes to its call, which then goes on (R73). */
function decideEscalation(state: RunState, event: EventOf<'escalation.decided'>): RunState {
  const { escalationId, action, by, comment, payload, feedback, feedbackDigest, granted = 0, shown } = event;
  const why = { ...(comment !== undefined && { comment }), ...(shown !== undefined && { shown }) };
  const decision = { action, by, payload, at: event.at, ...why };
  const closed = closeEscalation(state, escalationId, { status: 'decided', decision });
  const next = granted === 0 ? closed : { ...closed, granted: closed.granted + granted };
  const { step, leaf, kind } = state.escalations[escalationId] ?? {};
  if (step === undefined || (action !== 'approve' && action !== 'reject')) return next;
  if (leaf === undefined) return kind === 'approval' ? withStep(next, step, { approved: action === 'approve' }) : next;
  const words = {
    ...(feedback !== undefined && { feedback }),
    ...(feedbackDigest !== undefined && { feedbackDigest }),
  };
  return answerLeaf(next, step, { leaf, verdict: action === 'approve' ? 'pass' : 'retry', by, ...words });
}

/** Nobody answered in time: a leaf that says so is rejected, otherwise the run ends with the next event (R41). */
function expireEscalation(state: RunState, { escalationId }: EventOf<'escalation.expired'>): RunState {
  const next = closeEscalation(state, escalationId, { status: 'expired' });
  const { step, leaf, rejectOnExpiry } = state.escalations[escalationId] ?? {};
  if (step === undefined || leaf === undefined || rejectOnExpiry !== true) return next;
  const feedback = 'No person approved this in time.';
  return answerLeaf(next, step, { leaf, verdict: 'retry', by: 'nobody', feedback });
}

/** The stall counter starts over once a person has answered what to do about it. */
function closeEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  if (!escalation) return state;
  const stall = escalation.kind === 'stalled' ? { ...state.stall, since: 0 } : state.stall;
  const next = { ...changeEscalation(state, id, change), stall, waiting: false };
  if (escalation.step === undefined) return withStatus(next);
  const { escalation: newest, ...step } = stateOf(next, escalation.step);
  if (!goesBy(state, 'questionReopens')) return withStatus(setStep(next, escalation.step, step));
  // What the artifact that was being judged is an answer to is open again.
  const asked = newest === id ? openEscalations(next).findLast((one) => one.step === escalation.step)?.id : newest;
  return withStatus(setStep(next, escalation.step, { ...step, ...(asked !== undefined && { escalation: asked }) }));
}

function answerLeaf(state: RunState, id: string, answer: LeafAnswer): RunState {
  const step = stateOf(state, id);
  if (!step.call) return state;
  const { pending: _, ...call } = step.call;
  return setStep(state, id, { ...step, call: { ...call, answers: [...(call.answers ?? []), answer] } });
}

function changeEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  return escalation ? { ...state, escalations: { ...state.escalations, [id]: { ...escalation, ...change } } } : state;
}

function questionOf(event: EventOf<'escalation.opened'>): Partial<TraceEntry> {
  const { escalationId, step, epoch, attempt, artifactId } = event;
  return {
    escalationId,
    ...(step !== undefined && { step }),
    ...(epoch !== undefined && { epoch }),
    ...(attempt !== undefined && { attempt }),
    ...(artifactId !== undefined && { artifactId }),
  };
}
