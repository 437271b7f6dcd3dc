import type { At, Event } from './event.ts';
import {
  type Call,
  type EscalationState,
  NEW_STEP,
  openEscalations,
  type RunState,
  type StepState,
} from './run-state.ts';
import { addUsage } from './usage.ts';

/**
 * The only function that changes a run's state (design 5). Total, and needs no definition, so that any log folds into a view,
 * also one that was written under earlier rules.
 */
export function evolve(before: RunState, event: Event): RunState {
  return apply(advance(before, event), event);
}

/** Numbers and clocks, which every event moves. Time counts against the duration budget only while the run is running (R49). */
function advance(state: RunState, event: Event): RunState {
  const active = state.seq > 0 && state.status === 'running' ? Math.max(0, event.at - state.at) : 0;
  const usage = { ...state.usage, activeMs: state.usage.activeMs + active };
  return { ...state, seq: event.seq, at: event.at, usage };
}

function apply(state: RunState, event: Event): RunState {
  switch (event.type) {
    case 'run.created':
      return {
        ...state,
        runId: event.runId,
        createdAt: event.at,
        budgets: event.budgets,
        steps: Object.fromEntries(event.steps.map((id) => [id, NEW_STEP])),
      };
    case 'run.stopping':
      return { ...state, control: { stop: { mode: event.mode, reason: event.reason, by: event.by } } };
    case 'run.closed':
      return { ...state, status: event.status, endedAt: event.at, ...(event.failure && { failure: event.failure }) };
    case 'step.started':
      return {
        ...withStep(state, event.step, {
          epoch: event.epoch,
          open: true,
          attempt: 0,
          allowed: event.allowed,
          failures: [],
        }),
        iterations: state.iterations + 1,
      };
    case 'step.satisfied':
      return withStep(state, event.step, {
        sigma: 'satisfied',
        open: false,
        failures: [],
        artifact: { id: event.artifactId, digest: event.digest },
      });
    case 'step.waived':
      return withStep(state, event.step, { sigma: 'waived', open: false });
    case 'attempt.started':
      return startAttempt(state, event, event.n);
    case 'artifact.created': {
      const call: Call = { ...at(event), n: stepOf(state, event.step).n, phase: 'guard', source: event.source };
      const judged = { ...call, artifactId: event.artifactId, digest: event.digest };
      return {
        ...withStep(state, event.step, { call: judged }),
        usage: { ...state.usage, ...addUsage(state.usage, event.usage) },
      };
    }
    case 'guard.verdict':
      return judge(state, event);
    case 'attempt.finished':
      return finishAttempt(state, event, event.status === 'discarded');
    case 'escalation.opened':
      return openEscalation(state, event);
    case 'escalation.decided': {
      const { action, by, comment } = event;
      const decision = { action, by, at: event.at, ...(comment !== undefined && { comment }) };
      return closeEscalation(state, event.escalationId, { status: 'decided', decision });
    }
    case 'escalation.withdrawn':
      return closeEscalation(state, event.escalationId, { status: 'withdrawn' });
    case 'budget.exceeded':
      return { ...state, exceeded: event.budget };
    case 'run.started':
    case 'guard.error':
    case 'decision.rejected':
    case 'note.added':
      return state;
  }
}

function startAttempt(state: RunState, event: At, n: number): RunState {
  const call: Call = { ...at(event), n, phase: 'generate', source: 'generated' };
  const next = withStep(state, event.step, { attempt: event.attempt, n, call });
  return { ...next, usage: { ...next.usage, attempts: next.usage.attempts + 1 } };
}

function judge(state: RunState, event: Extract<Event, { type: 'guard.verdict' }>): RunState {
  if (event.verdict === 'pass') return state;
  if (event.verdict === 'fatal') return withStep(state, event.step, { sigma: 'fatal' });
  const { token, artifactId, guard, signature = '' } = event;
  const failures = [...stepOf(state, event.step).failures, { token, artifactId, guard, signature }];
  return withStep(state, event.step, { failures });
}

/** A discarded attempt gives its number back: an interrupted generation is not an attempt (R26, R27). */
function finishAttempt(state: RunState, event: At, discarded: boolean): RunState {
  const { call: _, ...step } = stepOf(state, event.step);
  if (!discarded) return setStep(state, event.step, step);
  const returned = { ...step, attempt: event.attempt - 1, n: step.n - 1 };
  return { ...setStep(state, event.step, returned), usage: { ...state.usage, attempts: state.usage.attempts - 1 } };
}

function openEscalation(state: RunState, event: Extract<Event, { type: 'escalation.opened' }>): RunState {
  const { type: _type, seq: _seq, at: openedAt, escalationId: id, epoch: _epoch, ...facts } = event;
  const next = {
    ...state,
    escalations: { ...state.escalations, [id]: { ...facts, id, status: 'open' as const, openedAt } },
  };
  return withStatus(event.step === undefined ? next : withStep(next, event.step, { escalation: id }));
}

function closeEscalation(state: RunState, id: string, change: Partial<EscalationState>): RunState {
  const escalation = state.escalations[id];
  if (!escalation) return state;
  const next = { ...state, escalations: { ...state.escalations, [id]: { ...escalation, ...change } } };
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

function at({ step, epoch, attempt, token }: At): At {
  return { step, epoch, attempt, token };
}

function stepOf(state: RunState, id: string): StepState {
  return state.steps[id] ?? NEW_STEP;
}

function setStep(state: RunState, id: string, step: StepState): RunState {
  return { ...state, steps: { ...state.steps, [id]: step } };
}

function withStep(state: RunState, id: string, change: Partial<StepState>): RunState {
  return setStep(state, id, { ...stepOf(state, id), ...change });
}
