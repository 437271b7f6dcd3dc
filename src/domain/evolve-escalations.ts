/** How events change the questions to people, and with them the status of the run. `evolve` is the only caller. */
import type { Event } from './event.ts';
import { setStep, stepOf, withStep } from './evolve-steps.ts';
import { type EscalationState, openEscalations, type RunState } from './run-state.ts';

export function openEscalation(state: RunState, event: Extract<Event, { type: 'escalation.opened' }>): RunState {
  const { type: _type, seq: _seq, at: openedAt, escalationId: id, epoch: _epoch, ...facts } = event;
  const escalation = { ...facts, id, status: 'open' as const, openedAt };
  const next = { ...state, escalations: { ...state.escalations, [id]: escalation } };
  return withStatus(event.step === undefined ? next : withStep(next, event.step, { escalation: id }));
}

export function moveEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  return escalation ? { ...state, escalations: { ...state.escalations, [id]: { ...escalation, ...change } } } : state;
}

/** The stall counter starts over once a person has answered what to do about it. */
export function closeEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  if (!escalation) return state;
  const stall = escalation.kind === 'stalled' ? { ...state.stall, since: 0 } : state.stall;
  const next = { ...moveEscalation(state, id, change), stall };
  if (escalation.step === undefined) return withStatus(next);
  const { escalation: _, ...step } = stepOf(next, escalation.step);
  return withStatus(setStep(next, escalation.step, step));
}

/** Precedence of R45: ended, budget_exceeded, escalated, running. */
function withStatus(state: RunState): RunState {
  if (state.endedAt !== undefined) return state;
  const open = openEscalations(state);
  const budget = open.some((escalation) => escalation.kind === 'budget');
  return { ...state, status: budget ? 'budget_exceeded' : open.length > 0 ? 'escalated' : 'running' };
}
