/** How events change the questions to people, and with them the status of the run. `evolve` is the only caller. */

import type { Event } from '../../model/event.ts';
import { type EscalationState, type LeafAnswer, openEscalations, type RunState } from '../../model/run-state.ts';
import { answerAssertion, askAboutLeaf, verifyAgain } from '../../topologies/and-or/evolve.ts';
import { setStep, stepOf, withStep } from './steps.ts';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

export function openEscalation(state: RunState, event: EventOf<'escalation.opened'>): RunState {
  const { type: _type, seq: _seq, at: openedAt, escalationId: id, epoch: _epoch, ...facts } = event;
  const escalation = { ...facts, id, status: 'open' as const, openedAt };
  const next = { ...state, escalations: { ...state.escalations, [id]: escalation } };
  if (event.step !== undefined) return withStatus(withStep(next, event.step, waitingFor(next, event, id)));
  return withStatus(event.kind === 'assertion' && event.leaf !== undefined ? askAboutLeaf(next, event.leaf) : next);
}

function waitingFor(state: RunState, { step = '', leaf }: EventOf<'escalation.opened'>, escalation: string) {
  const { call } = stepOf(state, step);
  return leaf === undefined || !call ? { escalation } : { escalation, call: { ...call, pending: leaf } };
}

/** What is asked about moved on, or the run learnt that it can only wait (R43, R45). */
export function updateEscalation(state: RunState, event: EventOf<'escalation.updated'>): RunState {
  const { escalationId, artifactId, artifactDigest, waiting = state.waiting } = event;
  const change = {
    ...(artifactId !== undefined && { artifactId }),
    ...(artifactDigest !== undefined && { artifactDigest }),
  };
  return withStatus({ ...changeEscalation(state, escalationId, change), waiting });
}

/** Closed by an answer. What a person says for a guard leaf goes to its call, which then goes on (R73). */
export function decideEscalation(state: RunState, event: EventOf<'escalation.decided'>): RunState {
  const { escalationId, action, by, comment, payload, feedback, feedbackDigest, granted = 0 } = event;
  const decision = { action, by, payload, at: event.at, ...(comment !== undefined && { comment }) };
  const closed = closeEscalation(state, escalationId, { status: 'decided', decision });
  const next = granted === 0 ? closed : { ...closed, granted: closed.granted + granted };
  const { step, leaf, kind } = state.escalations[escalationId] ?? {};
  if (kind === 'assertion' && leaf !== undefined && action !== 'abort')
    return answerAssertion(next, leaf, action === 'approve');
  if ((kind === 'infrastructure' || kind === 'internal') && step === undefined) return verifyAgain(next);
  if (step === undefined || (action !== 'approve' && action !== 'reject')) return next;
  if (leaf === undefined) return kind === 'approval' ? withStep(next, step, { approved: action === 'approve' }) : next;
  const said = { ...(feedback !== undefined && { feedback }), ...(feedbackDigest !== undefined && { feedbackDigest }) };
  return answerLeaf(next, step, { leaf, verdict: action === 'approve' ? 'pass' : 'retry', by, ...said });
}

/** Nobody answered in time: a leaf that says so is rejected, otherwise the run ends with the next event (R41). */
export function expireEscalation(state: RunState, { escalationId }: EventOf<'escalation.expired'>): RunState {
  const next = closeEscalation(state, escalationId, { status: 'expired' });
  const { step, leaf, rejectOnExpiry } = state.escalations[escalationId] ?? {};
  if (step === undefined || leaf === undefined || rejectOnExpiry !== true) return next;
  const feedback = 'No person approved this in time.';
  return answerLeaf(next, step, { leaf, verdict: 'retry', by: 'nobody', feedback });
}

/** The stall counter starts over once a person has answered what to do about it. */
export function closeEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  if (!escalation) return state;
  const stall = escalation.kind === 'stalled' ? { ...state.stall, since: 0 } : state.stall;
  const next = { ...changeEscalation(state, id, change), stall, waiting: false };
  if (escalation.step === undefined) return withStatus(next);
  const { escalation: _, ...step } = stepOf(next, escalation.step);
  return withStatus(setStep(next, escalation.step, step));
}

function answerLeaf(state: RunState, id: string, answer: LeafAnswer): RunState {
  const step = stepOf(state, id);
  if (!step.call) return state;
  const { pending: _, ...call } = step.call;
  return setStep(state, id, { ...step, call: { ...call, answers: [...(call.answers ?? []), answer] } });
}

function changeEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  return escalation ? { ...state, escalations: { ...state.escalations, [id]: { ...escalation, ...change } } } : state;
}

/** Precedence of R45: ended, paused, budget_exceeded, escalated, awaiting_alignment, running. A question that blocks its own branch counts when nothing else can run. */
export function withStatus(state: RunState): RunState {
  if (state.endedAt !== undefined) return state;
  if (state.control.pause?.settled === true) return { ...state, status: 'paused' };
  const open = openEscalations(state);
  const budget = open.some((escalation) => escalation.kind === 'budget');
  const blocked = open.some((escalation) => escalation.branch !== true || state.waiting);
  const status = state.unaligned === true ? 'awaiting_alignment' : 'running';
  return { ...state, status: budget ? 'budget_exceeded' : blocked ? 'escalated' : status };
}
